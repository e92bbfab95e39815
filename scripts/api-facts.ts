// The facts of the OpenAPI documents that clients depend on, one a line, and the changes of them that break a client. The
// rules are those of docs/guides/versions.md.

// biome-ignore lint/suspicious/noExplicitAny: a document of any form
type Any = any;

/** By the document's name. */
export type ApiDocuments = Readonly<Record<string, Any>>;

/** A value by its place, such as `one POST /payments request /amount/value type`. */
export type Facts = ReadonlyMap<string, string>;

const methods = ['get', 'post', 'put', 'patch', 'delete'];
const deepest = 12;
const upper = ['maxLength', 'maximum', 'exclusiveMaximum', 'maxItems'];
const lower = ['minLength', 'minimum', 'exclusiveMinimum', 'minItems'];

type Fact = [place: string, value: string];

/** Returns the facts of documents, by their places in order. */
export function factsOf(documents: ApiDocuments): Facts {
  const facts = Object.entries(documents).flatMap(([surface, document]) => [
    ...Object.entries<Any>(document.paths ?? {}).flatMap(([path, item]) =>
      methods
        .filter((method) => item[method])
        .flatMap((method) =>
          ofOperation(document, `${surface} ${method.toUpperCase()} ${path}`, item, method),
        ),
    ),
    ...Object.entries<Any>(document.webhooks ?? {}).flatMap(([name, { post }]): Fact[] => [
      [`${surface} ${name} message name`, name],
      ...ofBodies(document, `${surface} ${name} message`, post?.requestBody, false),
    ]),
  ]);
  return new Map(facts.sort(([one], [other]) => (one < other ? -1 : 1)));
}

function ofOperation(document: Any, place: string, item: Any, method: string): Fact[] {
  const { operationId = '', parameters = [], requestBody, responses = {} } = item[method];
  return [
    [`${place} operation`, operationId],
    ...[...(item.parameters ?? []), ...parameters].flatMap((given) =>
      ofParameter(document, place, resolved(document, given)),
    ),
    ...ofBodies(document, `${place} request`, requestBody, true),
    ...Object.entries<Any>(responses)
      .filter(([status]) => status.startsWith('2'))
      .flatMap(([status, response]): Fact[] => [
        [`${place} ${status} status`, status],
        ...ofBodies(document, `${place} ${status}`, response, false),
      ]),
  ];
}

function ofParameter(document: Any, place: string, parameter: Any): Fact[] {
  const at = `${place} request ${parameter.in}:${parameter.name}`;
  const facts = ofSchema(document, { place: at, schema: parameter.schema, isRequest: true, depth: 0 });
  return parameter.required ? [...facts, [`${at} required`, 'true']] : facts;
}

function ofBodies(document: Any, place: string, body: Any, isRequest: boolean): Fact[] {
  const content = Object.entries<Any>(resolved(document, body)?.content ?? {});
  return content.flatMap(([type, { schema }]) =>
    ofSchema(document, { place: `${place} ${type} `, schema, isRequest, depth: 0 }),
  );
}

const resolved = (document: Any, value: Any): Any =>
  value?.$ref === undefined
    ? value
    : String(value.$ref)
        .slice(2)
        .split('/')
        .reduce((at, step) => at[step.replaceAll('~1', '/').replaceAll('~0', '~')], document);

interface Visit {
  place: string;
  schema: Any;
  /** Limits and values bind a client only in its requests. */
  isRequest: boolean;
  depth: number;
}

function ofSchema(document: Any, { place, schema: given, isRequest, depth }: Visit): Fact[] {
  const schema = resolved(document, given);
  if (!schema || depth > deepest) return [];
  const at = (inner: string, part: Any) =>
    ofSchema(document, { place: inner, schema: part, isRequest, depth: depth + 1 });
  const types = [schema.type ?? []].flat().sort();
  const variants: Any[] = [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])];
  return [
    ...(types.length === 0 ? [] : [[`${place} type`, types.join(' or ')] satisfies Fact]),
    ...(isRequest ? ofLimits(place, schema) : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, member]) => at(`${place}/${name}`, member)),
    ...(schema.required ?? []).map((name: string): Fact => [`${place}/${name} required`, 'true']),
    ...(schema.items ? at(`${place}/*`, schema.items) : []),
    ...(schema.allOf ?? []).flatMap((part: Any) => at(place, part)),
    ...variants.flatMap((part, index) => at(`${place}|${index}`, part)),
  ];
}

const ofLimits = (place: string, schema: Any): Fact[] => [
  ...(schema.enum ?? []).map((value: unknown): Fact => [`${place} value ${value}`, String(value)]),
  ...[...upper, ...lower, 'pattern']
    .filter((name) => schema[name] !== undefined)
    .map((name): Fact => [`${place} ${name}`, String(schema[name])]),
];

/** Returns the changes that break a client of the earlier documents, in words. */
export function breakingChanges(before: Facts, after: Facts): string[] {
  const removed = [...before].flatMap(([place, value]) => {
    const now = after.get(place);
    if (now === value) return [];
    const name = lastWord(place);
    if (now === undefined) return mayGo(place, name) ? [] : [`removed: ${place} (${value})`];
    return isStricter(name, value, now) ? [`changed: ${place} from ${value} to ${now}`] : [];
  });
  const added = [...after].flatMap(([place, value]) => {
    if (before.has(place) || !isDemand(place)) return [];
    // A new operation, or a new member, can demand anything of those who use it.
    const isNew = !before.has(`${operationOf(place)} operation`);
    const isNewMember = lastWord(place) !== 'required' && !before.has(`${withoutLast(place)} type`);
    const parent = withoutLast(place).slice(0, withoutLast(place).lastIndexOf('/'));
    const isInNewMember = after.has(`${parent} type`) && !before.has(`${parent} type`);
    return isNew || isNewMember || isInNewMember ? [] : [`added: ${place} (${value})`];
  });
  return [...removed, ...added];
}

const lastWord = (place: string): string => place.slice(place.lastIndexOf(' ') + 1);
const withoutLast = (place: string): string => place.slice(0, place.lastIndexOf(' '));
const isOfRequest = (place: string): boolean => place.split(' ')[3] === 'request';
const demands = ['required', 'pattern', ...upper, ...lower];

/** Whether a fact limits what clients send. */
const isDemand = (place: string): boolean => isOfRequest(place) && demands.includes(lastWord(place));
const mayGo = (place: string, name: string): boolean => isOfRequest(place) && demands.includes(name);

function isStricter(name: string, before: string, after: string): boolean {
  if (upper.includes(name)) return Number(after) < Number(before);
  if (lower.includes(name)) return Number(after) > Number(before);
  return true;
}

const operationOf = (place: string): string => place.split(' ').slice(0, 3).join(' ');

/** Returns facts as text: a line for each operation or message, and indented lines for its facts. */
export function written(facts: Facts): string {
  let last = '';
  return [...facts]
    .map(([place, value]) => {
      const operation = operationOf(place);
      const heading = operation === last ? '' : `${operation}\n`;
      last = operation;
      return `${heading} ${place.slice(operation.length + 1)} = ${value}\n`;
    })
    .join('');
}

/** Reads facts as `written` writes them. */
export function readFacts(text: string): Facts {
  let operation = '';
  const facts = new Map<string, string>();
  for (const line of text.split('\n')) {
    const at = line.indexOf(' = ');
    if (line.startsWith(' ')) facts.set(`${operation}${line.slice(0, at)}`, line.slice(at + 3));
    else operation = line;
  }
  return facts;
}
