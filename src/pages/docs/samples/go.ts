// A sample for Go, with its standard library alone.
import { json, literal } from './literal.ts';
import { concatenated, invoked, type Language, programOf, recordOf, template, usedIn } from './program.ts';
import type { Step } from './steps.ts';

const at = '\t';

function variable(name: string): string {
  if (name === 'today') return 'now[:10]';
  if (name === 'nextYear') return 'nextYear';
  return name;
}

const quote = (given: string): string => JSON.stringify(given);
const text = (given: string): string => concatenated(given, quote, variable, '+');

const asking = `func ask(method, url, body string, headers ...string) string {
	request, err := http.NewRequest(method, url, strings.NewReader(body))
	if err != nil {
		log.Fatal(err)
	}
	for i := 0; i < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode >= 300 {
		log.Fatal(answer.Status, " ", string(text))
	}
	return string(text)
}
`;

const finding = `
func value(text string, path ...any) string {
	var found any
	if err := json.Unmarshal([]byte(text), &found); err != nil {
		log.Fatal(err)
	}
	for _, key := range path {
		if index, isIndex := key.(int); isIndex {
			found = found.([]any)[index]
		} else {
			found = found.(map[string]any)[key.(string)]
		}
	}
	return found.(string)
}
`;

const hashing = `
func hash(texts ...string) string {
	sum := sha512.Sum512([]byte(strings.ToLower(strings.Join(texts, ""))))
	return hex.EncodeToString(sum[:])
}
`;

const packages = {
  'sha512.': 'crypto/sha512',
  'hex.': 'encoding/hex',
  'json.': 'encoding/json',
  'fmt.': 'fmt',
  'io.': 'io',
  'log.': 'log',
  'http.': 'net/http',
  'os.WriteFile': 'os',
  'strconv.': 'strconv',
  'strings.': 'strings',
  'time.': 'time',
};

const language: Language = {
  comment: '//',
  at,
  text,
  json: (value, hash) => {
    const expression = (name: string) => (name === 'hashCheck' ? hash : variable(name));
    const [written, given] = template(literal(value, { ...json, indent: '\t' }, `${at}\t`), '%v', expression);
    return given.length === 0 ? `\`${written}\`` : `fmt.Sprintf(\`${written}\`, ${given.join(', ')})`;
  },
  form: (fields) => text(fields.map(([key, value]) => `${key}=${value}`).join('&')),
  hash: (texts) => invoked('hash(', texts.map(text), `${at}\t`, '\t', ',)').replace(/,\)$/, ')'),
  ask: ({ method, url, headers, body = '""', type }) => {
    const all = [...headers, ...(type ? [['Content-Type', `"${type}"`]] : [])];
    const sent = all.map(([name, value]) => `"${name}", ${value}`);
    return invoked('ask(', [`"${method}"`, url, body, ...sent], at, '\t', ',)').replace(/,\)$/, ')');
  },
  keep: (keeps, asked, isKnown) => {
    const path = [...recordOf(keeps), keeps.member].map((key) => JSON.stringify(key)).join(', ');
    return `${keeps.name} ${isKnown ? '=' : ':='} value(${asked}, ${path})`;
  },
  print: (asked) => `fmt.Println(${asked})`,
  save: (asked) =>
    `if err := os.WriteFile("invoice.pdf", []byte(${asked}), 0o644); err != nil {\n\t\tlog.Fatal(err)\n\t}`,
  name: (name, prefix) => `${name} := fmt.Sprint("${prefix}", time.Now().UnixMilli())`,
  program: (statements) => {
    const now = /^\tnow := .*$/m;
    const year =
      '\tyear, err := strconv.Atoi(now[:4])\n\tif err != nil {\n\t\tlog.Fatal(err)\n\t}\n\tnextYear := strconv.Itoa(year + 1)';
    const whole = /\bnextYear\b/.test(statements)
      ? statements.replace(now, (line) => `${line}\n${year}`)
      : statements;
    const helpers = [
      asking,
      statements.includes('value(') ? finding : '',
      statements.includes('hash(') ? hashing : '',
    ].join('');
    const program = `${helpers}\nfunc main() {\n${whole}\n}\n`;
    const used = usedIn(program, packages).map((name) => `\t"${name}"`);
    return `package main\n\nimport (\n${used.join('\n')}\n)\n\n${program}`;
  },
};

export const go = (steps: readonly Step[]): string => programOf(language, steps);
