// Finds pages of the documentation. It runs in the service and, in an exported site, in the browser: `index` is a MiniSearch.
// Readers' words and the words of the pages differ, so words are reduced to their stems and have synonyms.

/** Words that say nothing about a page. */
const stopWords = new Set(
  'a an and another any are as at be by can do does for from get has have how i if in is it me my of on or our should so that the there this to use using via want we what when where which who why will with you your tefo'.split(
    ' ',
  ),
);

/** Other words of a reader's term: a page with any of them is found too. Keys and words are stems, or phrases of words. */
const synonyms = {
  chargeback: 'reversed refund dispute',
  dispute: 'chargeback reversed refund',
  onboarding: 'go-live checklist start merchant',
  'getting started': 'start',
  quickstart: 'start',
  tutorial: 'start accept-a-payment',
  'test card': 'sandbox outcomes cents',
  'test mode': 'sandbox',
  'test data': 'sandbox fixtures',
  simulate: 'sandbox outcomes',
  card: 'sandbox bank',
  docker: 'container kubernetes compose',
  container: 'docker',
  k8s: 'kubernetes docker',
  helm: 'kubernetes docker',
  kubernetes: 'docker',
  webhook: 'notification',
  callback: 'webhook notification notifyurl',
  ipn: 'webhook notification',
  currency: 'zar amount accept-a-payment',
  dollar: 'zar currency',
  usd: 'zar currency amount',
  eur: 'zar currency amount',
  shop: 'woocommerce',
  wordpress: 'woocommerce',
  plugin: 'woocommerce php',
  laravel: 'php',
  composer: 'php',
  symfony: 'php',
  ecommerce: 'woocommerce accept-a-payment',
  checkout: 'accept-a-payment',
  charge: 'payment subscription',
  recurring: 'subscription',
  'debit order': 'subscription mandate',
  installment: 'subscription',
  invoice: 'payment-links',
  'pay link': 'payment-links',
  qr: 'payment-links',
  cashback: 'refund',
  'money back': 'refund',
  provider: 'service migrate',
  return: 'refund returnurl',
  redirect: 'returnurl accept-a-payment',
  disburse: 'payout',
  withdraw: 'payout',
  salary: 'payout',
  supplier: 'payout beneficiary',
  payroll: 'payout',
  topup: 'float',
  balance: 'float settlement',
  wallet: 'float',
  eft: 'deposit',
  'bank transfer': 'deposit eft',
  reconcile: 'settlement deposit statement reconciliation',
  reconciliation: 'settlement deposit statement',
  payday: 'settlement',
  hmac: 'hash signature',
  signature: 'hash verify',
  sha512: 'hash hashcheck',
  checksum: 'hash',
  auth: 'token credentials',
  authentication: 'token credentials',
  oauth: 'token',
  login: 'token sign-in console',
  'api key': 'apikey credentials rotation',
  duplicate: 'idempotency',
  'double charge': 'idempotency retries',
  'double payment': 'idempotency retries',
  timeout: 'retries',
  retry: 'retries idempotency',
  throttle: 'rate limit',
  ratelimit: 'retries limit',
  429: 'toomanyrequests retries',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'notfound',
  500: 'internalservererror',
  paging: 'lists offset limit',
  pagination: 'lists',
  iframe: 'security accept-a-payment',
  sdk: 'typescript client',
  library: 'sdk php',
  typescript: 'sdk',
  javascript: 'sdk',
  node: 'sdk',
  npm: 'sdk start',
  deploy: 'docker settings proxy',
  hosting: 'docker proxy',
  install: 'start docker',
  tls: 'proxy',
  https: 'proxy',
  ssl: 'proxy',
  nginx: 'proxy',
  postgres: 'settings database backup',
  env: 'settings',
  environment: 'settings',
  configuration: 'settings',
  monitoring: 'metrics alerts',
  prometheus: 'metrics',
  grafana: 'metrics alerts',
  opentelemetry: 'traces',
  gdpr: 'retention',
  popia: 'retention security',
  pci: 'security',
  kyc: 'account-verification go-live',
  avs: 'account-verification',
  'verify account': 'account-verification',
  dashboard: 'console',
  admin: 'console',
  csv: 'reports statement bulk',
  migrate: 'existing',
  switch: 'migrate',
  ozow: 'migrate',
  legacy: 'migrate payments',
  expired: 'expiry expireat',
  expire: 'expiry expireat',
  late: 'paidlate',
  abandoned: 'expiry',
  mock: 'sandbox testing',
  ci: 'ci',
  'github actions': 'ci',
  llm: 'mcp',
  ai: 'mcp',
  claude: 'mcp',
  agent: 'mcp',
};

/** Returns a word without the endings of English. */
export function stem(word) {
  if (word.length < 5 || /[^a-z]/.test(word))
    return word.length > 3 && /^[a-z]+[^s]s$/.test(word) ? word.slice(0, -1) : word;
  const endings = [
    ['isations', 'ise'],
    ['ization', 'ize'],
    ['isation', 'ise'],
    ['ations', 'ate'],
    ['ation', 'ate'],
    ['ies', 'y'],
    ['sses', 'ss'],
    ['ingly', ''],
    ['edly', ''],
    ['ments', 'ment'],
    ['ing', ''],
    ['ed', ''],
    ['es', ''],
    ['s', ''],
    ['ly', ''],
  ];
  for (const [ending, put] of endings) {
    if (!word.endsWith(ending) || word.endsWith('ss') || word.length - ending.length < 3) continue;
    const rest = word.slice(0, word.length - ending.length) + put;
    // "stopped" is "stop", and "charging" is "charg" as "charge" is.
    const single = /([bdfgmnprt])\1$/.test(rest) ? rest.slice(0, -1) : rest;
    return single.replace(/e$/, '');
  }
  return word.replace(/e$/, '');
}

/** Returns the raw words of a text: letters and digits, with dots, hyphens and underscores between them. */
const wordsOf = (text) => text.match(/[\p{L}\p{N}]+(?:[._-]+[\p{L}\p{N}]+)*/gu) ?? [];

/** Returns the parts of a name such as `transaction.complete`, `go-live`, `TEFO_PORT` or `merchantReference`. */
const partsOf = (word) =>
  word
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[ ._-]+/)
    .filter((part) => part.length > 1);

/** Returns the terms of a text for the index: each word, and the parts of a name. */
export function termsOf(text) {
  return wordsOf(text).flatMap((word) => {
    const parts = partsOf(word);
    return parts.length > 1 ? [word, ...parts] : [word];
  });
}

/** Returns the term of a word as the index has it. */
export const termOf = (word) => stem(word.toLowerCase());

/** The settings of the index. */
export const indexOptions = {
  fields: ['title', 'names', 'headings', 'text'],
  storeFields: ['title', 'page', 'address', 'excerpt', 'weight'],
  tokenize: termsOf,
  processTerm: termOf,
};

const longest = 100;
const mostWords = 8;

const asItIs = (text) => [text];

/** Returns the query for one word: the word itself or a synonym. If it is loose, also a longer word, or one with a typo. */
function clauseOf(word, others, isLoose) {
  const { length } = termOf(word);
  const parts = partsOf(word);
  const queries = [
    {
      queries: [word],
      tokenize: asItIs,
      prefix: isLoose && length >= 2,
      fuzzy: isLoose && length >= 4 ? (length >= 6 ? 2 : 1) : false,
    },
    ...(parts.length > 1 ? [{ queries: parts, combineWith: 'AND', tokenize: asItIs }] : []),
    ...others.map((text) => ({ queries: [text], tokenize: asItIs, boostTerm: () => 0.6 })),
  ];
  return { clause: { combineWith: 'OR', queries }, terms: [word, ...parts, ...others].map(termOf) };
}

/** Returns the clauses of a query; a phrase with synonyms is one clause. */
function clausesOf(query, isLoose) {
  const all = wordsOf(query.slice(0, longest)).slice(0, mostWords + 4);
  const kept = all.filter((word) => !stopWords.has(word.toLowerCase()));
  const words = (kept.length > 0 ? kept : all).slice(0, mostWords);
  const clauses = [];
  for (let at = 0; at < words.length; at += 1) {
    const lower = words[at].toLowerCase();
    const single = own(synonyms, lower) ?? own(synonyms, stemmed.get(termOf(lower)) ?? '');
    const phrase = own(synonyms, `${lower} ${words[at + 1] ?? ''}`.toLowerCase());
    const others = [single, phrase].flatMap((text) => text?.split(' ') ?? []);
    const one = clauseOf(words[at], others, isLoose);
    if (phrase === undefined) {
      clauses.push(one);
      continue;
    }
    // Both words of the phrase count more than one of them.
    const second = clauseOf(words[at + 1], [], isLoose);
    clauses.push({
      clause: { combineWith: 'OR', queries: [one.clause, second.clause] },
      terms: [...one.terms, ...second.terms],
    });
    at += 1;
  }
  return clauses;
}

const own = (object, name) => (Object.hasOwn(object, name) ? object[name] : undefined);
const stemmed = new Map(Object.keys(synonyms).map((name) => [termOf(name), name]));

const options = {
  boost: { title: 6, names: 5, headings: 2.5, text: 1 },
  weights: { fuzzy: 0.3, prefix: 0.2 },
  bm25: { k: 1.2, b: 0.5, d: 0.3 },
  boostDocument: (_id, _term, { weight }) => weight,
};

const pathOf = (address) => address.split('#')[0];

/** Each word of a query that a page lacks divides its score by this. */
const missing = 1.3;

/** Returns the pages that have the words of a query, best first; a page that lacks words comes later. */
export function findPages(index, query, most = 20) {
  const exact = clausesOf(query, false);
  if (exact.length === 0) return [];
  const run = (queries, isPage) =>
    index
      .search(
        { combineWith: 'OR', queries: queries.map(({ clause }) => clause) },
        { ...options, filter: ({ address }) => isPage === !address.includes('#') },
      )
      .map((one) => {
        const lacks = queries.filter(
          ({ terms }) => !terms.some((term) => one.queryTerms.includes(term)),
        ).length;
        return { ...one, lacks, score: one.score / missing ** lacks };
      })
      .sort((one, other) => other.score - one.score);
  const loose = clausesOf(query, true);
  const [found, near] = [run(exact, true), run(loose, true)];
  const pages = new Map();
  const take = (results) => {
    for (const one of results) if (!pages.has(one.address) && pages.size < most) pages.set(one.address, one);
  };
  take(
    found.filter(({ lacks }) => lacks === 0).length >= 3
      ? found
      : [...near.filter(({ lacks }) => lacks === 0), ...found],
  );
  take(near);
  const sections = [...run(exact, false), ...run(loose, false)].filter(({ lacks }) => lacks === 0);
  const best = new Map();
  for (const section of sections)
    if (!best.has(pathOf(section.address))) best.set(pathOf(section.address), section);
  const places = [...pages.values()].map((page) => placeOf(page, best.get(page.address)));
  const named = [...pages.values(), ...sections].find((one) => isNameOf(one, query));
  if (!named) return places;
  const others = places.filter(({ address }) => pathOf(address) !== pathOf(named.address));
  return [shown(named), ...others].slice(0, most);
}

const joined = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Whether a query is the name of a place, such as an operation, a code, a setting or a command. Names of fields are too common. */
function isNameOf({ title, address, weight }, query) {
  const name = address.slice(Math.max(address.lastIndexOf('/'), address.lastIndexOf('#')) + 1);
  return weight >= 0.9 && [title, name].some((one) => joined(one) === joined(query));
}

const shown = ({ title, page, address, excerpt }) => ({ title, page, address, text: excerpt });

/** Returns a page, or the section of it whose heading has a word of the query if the title of the page has none. */
function placeOf(page, section) {
  const hasName = (one) =>
    Object.values(one.match).some((fields) => fields.includes('title') || fields.includes('names'));
  return shown(section && !hasName(page) && hasName(section) ? section : page);
}
