// The steps of a sample: the operation itself, after its prerequisites.
import type { Documents } from '../model.ts';
import { callOf, signingOf, summaryOf } from './requests.ts';
import { type Call, type Step, screaming, urlOf } from './steps.ts';
import * as table from './table.ts';

/** Times that are read from the sandbox's clock. */
const clockNames = ['today', 'nextYear'];

/** The placeholders for times where there is no sandbox. */
const someTime: Record<string, string> = { today: '2030-01-15', nextYear: '2030' };

/** Returns the steps of an operation's sample. The operation's own request is last, except for deletions. */
export function planOf(documents: Documents, surface: string, operation: string, isSandbox: boolean): Step[] {
  return new Planner(documents, surface, isSandbox).plan(operation);
}

class Planner {
  readonly #documents: Documents;
  readonly #surface: string;
  readonly #isSandbox: boolean;
  readonly #steps: Step[] = [];
  readonly #known = new Set<string>();

  constructor(documents: Documents, surface: string, isSandbox: boolean) {
    this.#documents = documents;
    this.#surface = surface;
    this.#isSandbox = isSandbox;
  }

  plan(operation: string): Step[] {
    const call = callOf(this.#documents, this.#surface, operation, true);
    this.#add({ ...call, headers: { ...call.headers, ...table.shownHeaders[operation] } });
    const own = this.#steps.at(-1) as Call;
    own.isSubject = true;
    if (this.#steps.some((step) => step.kind === 'call' && step !== own && step.says !== ''))
      own.says = `${summaryOf(this.#documents, this.#surface, operation)}.`;
    for (const [made, undo] of Object.entries(table.tidying))
      if (this.#known.has(made) && undo !== operation)
        this.#add({
          ...callOf(this.#documents, this.#surface, undo, true),
          says: 'A merchant has at most twenty.',
        });
    return this.#steps.map((step) => this.#withoutUnused(step));
  }

  /** Not every language takes a variable that nothing reads. */
  #withoutUnused(step: Step): Step {
    if (step.kind !== 'call' || !step.keeps) return step;
    const { keeps, ...call } = step;
    const names = this.#steps.flatMap((one) => (one.kind === 'call' ? referencesIn(one) : []));
    const isRead = names.some((name) => (clockNames.includes(name) ? 'now' : name) === keeps.name);
    return isRead ? step : call;
  }

  /** Adds a call after everything that it needs. */
  #add(call: Call): void {
    if (this.#isSandbox) this.#before(call.operation ?? '');
    for (const name of referencesIn(call)) this.#need(name);
    const filled = this.#isSandbox ? call : this.#standing(call);
    const signing = signingOf(filled);
    if (signing) this.#steps.push(signing);
    this.#steps.push(filled);
  }

  #before(operation: string): void {
    for (const need of table.before[operation] ?? []) {
      if (typeof need === 'string') this.#need(need);
      else this.#control(need);
    }
  }

  #control({ says, method, path, body }: table.Control, keeps?: Call['keeps']): void {
    const url = urlOf('sandbox') + path;
    const rest = { query: [], headers: {}, isForm: false, isSilent: false, ...(keeps && { keeps }) };
    this.#add({ kind: 'call', says, surface: 'sandbox', method, url, auth: 'apiKey', body, ...rest });
  }

  /** Adds what makes a value, once. */
  #need(given: string): void {
    const name = clockNames.includes(given) ? 'now' : given;
    const maker = this.#maker(name);
    if (!maker) throw new Error(`nothing makes {${name}}`);
    if (this.#known.has(name) || !(this.#isSandbox || maker.isPart)) return;
    this.#known.add(name);
    const list = 'list' in maker && maker.list ? { list: maker.list } : {};
    const keeps = { name, member: 'member' in maker ? maker.member : '', ...list };
    if ('prefix' in maker) this.#steps.push({ kind: 'naming', name, prefix: maker.prefix });
    else if ('control' in maker) this.#control(maker.control, keeps);
    else this.#make(maker, keeps);
  }

  #make(maker: table.Made, keeps: Call['keeps']): void {
    for (const first of maker.needs ?? []) this.#need(first);
    if (maker.after) this.#control(maker.after);
    // It ended while the clock ran.
    if (maker.after) this.#known.delete('token');
    const call = callOf(this.#documents, maker.surface ?? this.#surface, maker.operation, false);
    const query = call.query.map(([key, value]): [string, string] => [key, maker.query?.[key] ?? value]);
    this.#add({ ...call, query, says: maker.says, ...(keeps && { keeps }) });
  }

  #maker = (name: string): table.Maker | undefined =>
    table.makers[`${this.#surface} ${name}`] ?? table.makers[name];

  /** Without a sandbox, a name represents the merchant's object. */
  #standing(call: Call): Call {
    const text = JSON.stringify(call).replaceAll(table.reference, (whole, name: string) => {
      const maker = this.#maker(name);
      if (maker && 'prefix' in maker) return `${maker.prefix}1`;
      return maker?.isPart || name === 'hashCheck' ? whole : (someTime[name] ?? screaming(name));
    });
    return JSON.parse(text) as Call;
  }
}

/** The values that a request needs, in their order. */
function referencesIn({ auth, url, query, headers, body }: Call): string[] {
  const token = { oauth: ['token'], bearer: ['bearer'] }[auth as string] ?? [];
  const sent = JSON.stringify([url, query, headers, body]);
  const named = [...sent.matchAll(table.reference)].map(([, name]) => name!);
  return [...token, ...named.filter((name) => name !== 'hashCheck')];
}
