// Code to copy that computes the correct hash of a request: its values in order, and the key from an environment variable.

interface Field {
  name: string;
  text: string;
}

interface Language {
  name: string;
  code: string;
}

/** Returns a program in each of six languages that computes the hash of the given values. `variable` holds the key. */
export function hashCode(fields: readonly Field[], variable: string): Language[] {
  const values = (write: (text: string) => string, indent: string, note: string, last = ','): string =>
    fields
      .map(({ name, text }, place) => {
        const end = place === fields.length - 1 ? last : ',';
        return `${indent}${write(text)}${end}${note} ${nameOf(name)}\n`;
      })
      .join('');
  return [
    {
      name: 'Node',
      code: `import { createHash } from 'node:crypto';
import { env } from 'node:process';

const key = env.${variable};
const values = [
${values(quoted, '  ', ' //')}];
export const hashCheck = createHash('sha512').update((values.join('') + key).toLowerCase()).digest('hex');
`,
    },
    {
      name: 'Python',
      code: `import hashlib, os

key = os.environ["${variable}"]
values = [
${values(quoted, '    ', '  #')}]
print(hashlib.sha512(("".join(values) + key).lower().encode("utf-8")).hexdigest())
`,
    },
    {
      name: 'PHP',
      code: `<?php
$key = getenv('${variable}');
$values = [
${values(phpText, '    ', ' //')}];
echo hash('sha512', mb_strtolower(implode('', $values) . $key, 'UTF-8')), "\\n";
`,
    },
    {
      name: 'Java',
      code: `import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

class Hash {
  public static void main(String[] args) throws Exception {
    String key = System.getenv("${variable}");
    List<String> values = List.of(
${values(javaText, '        ', ' //', '')}    );
    String text = (String.join("", values) + key).toLowerCase(Locale.ROOT);
    byte[] digest = MessageDigest.getInstance("SHA-512").digest(text.getBytes(StandardCharsets.UTF_8));
    System.out.println(HexFormat.of().formatHex(digest));
  }
}
`,
    },
    {
      name: 'Go',
      code: `package main

import (
	"crypto/sha512"
	"encoding/hex"
	"fmt"
	"os"
	"strings"
)

func main() {
	values := []string{
${values(quoted, '\t\t', ' //')}	}
	text := strings.ToLower(strings.Join(values, "") + os.Getenv("${variable}"))
	digest := sha512.Sum512([]byte(text))
	fmt.Println(hex.EncodeToString(digest[:]))
}
`,
    },
    {
      name: 'C#',
      code: `using System.Security.Cryptography;
using System.Text;

var key = Environment.GetEnvironmentVariable("${variable}");
var values = new[] {
${values(quoted, '    ', ' //')}};
var text = (string.Concat(values) + key).ToLowerInvariant();
Console.WriteLine(Convert.ToHexString(SHA512.HashData(Encoding.UTF8.GetBytes(text))).ToLowerInvariant());
`,
    },
  ];
}

/** A field's name comes from our table, but is part of a comment: nothing may end the comment. */
const nameOf = (name: string): string => name.replace(/[^\w ]/g, '');

const escapes: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '"': '\\"', '\\': '\\\\' };

const inQuotes = (text: string, control: (code: number) => string): string =>
  `"${text.replace(/["\\\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (one) => escapes[one] ?? (one.length > 1 ? one : control(one.charCodeAt(0))))}"`;

const unicode = (code: number): string => `\\u${code.toString(16).padStart(4, '0')}`;

/** A text in double quotes as Node, Python, Go and C# read it. */
const quoted = (text: string): string => inQuotes(text, unicode);

/** Java reads \\u before anything else, so that it cannot encode a line break. */
const javaText = (text: string): string =>
  inQuotes(text, (code) => (code < 256 ? `\\${code.toString(8).padStart(3, '0')}` : unicode(code)));

const phpText = (text: string): string => `'${text.replace(/['\\]/g, (one) => `\\${one}`)}'`;
