// A sample for C#: .NET, or Mono, whose library reads no JSON. There a pattern finds the member.
import { json, literal, partsOf } from './literal.ts';
import { concatenated, invoked, type Language, programOf } from './program.ts';
import type { Step } from './steps.ts';

const at = '        ';

function variable(name: string): string {
  if (name === 'today') return 'now.Substring(0, 10)';
  if (name === 'nextYear') return '(int.Parse(now.Substring(0, 4)) + 1)';
  return name;
}

const quote = (given: string): string => JSON.stringify(given);
const text = (given: string): string => concatenated(given, quote, variable, ' + ');

const asking = `    static readonly HttpClient client = new HttpClient();

    static string Ask(string method, string url, string type, string body, params string[] headers)
    {
        var request = new HttpRequestMessage(new HttpMethod(method), url);
        if (body != null) request.Content = new StringContent(body, Encoding.UTF8, type);
        for (int i = 0; i < headers.Length; i += 2) request.Headers.Add(headers[i], headers[i + 1]);
        HttpResponseMessage answer = client.SendAsync(request).Result;
        string text = answer.Content.ReadAsStringAsync().Result;
        if (!answer.IsSuccessStatusCode) throw new Exception(text);
        return text;
    }
`;

const finding = `
    static string Value(string json, string member)
    {
        return Regex.Match(json, "\\"" + member + "\\":\\"([^\\"]*)\\"").Groups[1].Value;
    }
`;

const hashing = `
    static string Hash(params string[] texts)
    {
        byte[] text = Encoding.UTF8.GetBytes(string.Concat(texts).ToLowerInvariant());
        using (SHA512 sha = SHA512.Create())
            return BitConverter.ToString(sha.ComputeHash(text)).Replace("-", "").ToLowerInvariant();
    }
`;

const language: Language = {
  comment: '//',
  at,
  text,
  json: (value, hash) => {
    const parts = partsOf(literal(value, json, `${at}    `));
    const isFixed = parts.every((part) => !part.name);
    const doubled = (given: string) => given.replaceAll('"', '""');
    const inner = parts.map(({ text = '', name }) => {
      if (name) return `{${name === 'hashCheck' ? 'hashCheck' : variable(name)}}`;
      return isFixed ? doubled(text) : doubled(text).replaceAll('{', '{{').replaceAll('}', '}}');
    });
    // A computed value inside a text has no lines, so the hash comes before it.
    return `${hash}\0${isFixed ? '' : '$'}@"${inner.join('')}"`;
  },
  form: (fields) => text(fields.map(([key, value]) => `${key}=${value}`).join('&')),
  hash: (texts) => invoked('Hash(', texts.map(text), at, '    '),
  ask: ({ method, url, headers, body, type }) => {
    const [hash = '', content] = body?.includes('\0') ? body.split('\0') : ['', body];
    const sent = headers.map(([name, value]) => `"${name}", ${value}`);
    const given = [`"${method}"`, url, type ? `"${type}"` : 'null', content ?? 'null', ...sent];
    const asked = invoked('Ask(', given, at, '    ');
    return content?.includes('{hashCheck}') ? `${hash}\0${asked}` : asked;
  },
  keep: ({ name, member }, asked, isKnown) =>
    hashed(asked, (call) => `${isKnown ? '' : 'string '}${name} = Value(${call}, "${member}");`),
  print: (asked) => hashed(asked, (call) => `Console.WriteLine(${call});`),
  name: (name, prefix) => `string ${name} = "${prefix}" + DateTimeOffset.UtcNow.ToUnixTimeMilliseconds();`,
  program: (statements) => {
    const helpers = [
      asking,
      statements.includes('Value(') ? finding : '',
      statements.includes('Hash(') ? hashing : '',
    ].join('');
    // One variable, however many hashes there are.
    let count = 0;
    const whole = statements.replaceAll(/string hashCheck = /g, (declared) =>
      count++ === 0 ? declared : 'hashCheck = ',
    );
    const uses = ['System', 'System.Net.Http'];
    if (helpers.includes('SHA512')) uses.push('System.Security.Cryptography');
    uses.push('System.Text');
    if (helpers.includes('Regex')) uses.push('System.Text.RegularExpressions');
    return `${uses.map((name) => `using ${name};`).join('\n')}

public static class Sample
{
${helpers}
    public static void Main()
    {
${whole}
    }
}
`;
  },
};

/** Puts the statement of a hash before the one that needs it. */
function hashed(asked: string, write: (call: string) => string): string {
  const [hash, call] = asked.split('\0');
  return call === undefined ? write(asked) : `string hashCheck = ${hash};\n${at}${write(call)}`;
}

export const csharp = (steps: readonly Step[]): string => programOf(language, steps);
