// A sample for Java 17, with its standard library alone, which reads no JSON: a pattern finds the member.
import { json, literal } from './literal.ts';
import { concatenated, invoked, type Language, programOf, template } from './program.ts';
import type { Step } from './steps.ts';

const at = '        ';

function variable(name: string): string {
  if (name === 'today') return 'now.substring(0, 10)';
  if (name === 'nextYear') return '(Integer.parseInt(now.substring(0, 4)) + 1)';
  return name;
}

const quote = (given: string): string => JSON.stringify(given);
const text = (given: string): string => concatenated(given, quote, variable, ' + ');

const asking = `    static String ask(String method, String url, String body, String... headers) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url))
            .method(method, HttpRequest.BodyPublishers.ofString(body))
            .headers(headers)
            .build();
        HttpResponse<String> answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() >= 300) throw new Exception(answer.body());
        return answer.body();
    }
`;

// No library is needed for one member; in an application, use yours.
const finding = `
    static String value(String json, String member) {
        Matcher found = Pattern.compile("\\"" + member + "\\":\\"([^\\"]*)\\"").matcher(json);
        if (!found.find()) throw new IllegalArgumentException(json);
        return found.group(1);
    }
`;

const hashing = `
    static String hash(String... texts) throws Exception {
        byte[] text = String.join("", texts).toLowerCase(Locale.ROOT).getBytes(StandardCharsets.UTF_8);
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-512").digest(text));
    }
`;

const imports: [use: string, name: string][] = [
  ['URI.', 'java.net.URI'],
  ['HttpClient.', 'java.net.http.HttpClient'],
  ['HttpRequest.', 'java.net.http.HttpRequest'],
  ['HttpResponse.', 'java.net.http.HttpResponse'],
  ['StandardCharsets.', 'java.nio.charset.StandardCharsets'],
  ['MessageDigest.', 'java.security.MessageDigest'],
  ['HexFormat.', 'java.util.HexFormat'],
  ['Locale.', 'java.util.Locale'],
  ['Matcher ', 'java.util.regex.Matcher'],
  ['Pattern.', 'java.util.regex.Pattern'],
];

const language: Language = {
  comment: '//',
  at,
  text,
  json: (value, hash) => {
    const inner = `${at}    `;
    const expression = (name: string) => (name === 'hashCheck' ? hash : variable(name));
    const [written, given] = template(literal(value, json, inner), '%s', expression);
    const formatted = given.length === 0 ? '' : `.formatted(${given.join(', ')})`;
    return `"""\n${inner}${written}"""${formatted}`;
  },
  form: (fields) => text(fields.map(([key, value]) => `${key}=${value}`).join('&')),
  hash: (texts) => invoked('hash(', texts.map(text), `${at}    `, '    '),
  ask: ({ method, url, headers, body = '""', type }) => {
    const all = [...headers, ...(type ? [['Content-Type', `"${type}"`]] : [])];
    const sent = all.map(([name, value]) => `"${name}", ${value}`);
    return invoked('ask(', [`"${method}"`, url, body, ...sent], at, '    ');
  },
  keep: ({ name, member }, asked, isKnown) =>
    `${isKnown ? '' : 'String '}${name} = value(${asked}, "${member}");`,
  print: (asked) => `System.out.println(${asked});`,
  name: (name, prefix) => `String ${name} = "${prefix}" + System.currentTimeMillis();`,
  program: (statements) => {
    const helpers = [
      asking,
      statements.includes(' value(') ? finding : '',
      statements.includes('hash(') ? hashing : '',
    ].join('');
    const used = imports.filter(([use]) => helpers.includes(use)).map(([, name]) => `import ${name};`);
    return `${used.join('\n')}

public class Sample {
${helpers}
    public static void main(String[] args) throws Exception {
${statements}
    }
}
`;
  },
};

export const java = (steps: readonly Step[]): string => programOf(language, steps);
