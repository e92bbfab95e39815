// The arrow: kernel <- core <- rails, surfaces, reports <- pages, devtools <- sandbox <- app <- main.ts, cli.
// `npm run arrow` checks it.
// Imports of types count. Tests may import what they like.

const NOUNS = [
  'merchants',
  'people',
  'accounts',
  'ledger',
  'notifications',
  'payments',
  'transactions',
  'transfers',
  'payment-files',
  'refunds',
  'payouts',
  'verifications',
  'settlements',
  'subscriptions',
  'deposits',
  'statements',
  'bulk',
  'bulk-actions',
  'hash-mismatches',
  'personal-data',
];

const noTest = '\\.test\\.[a-z]+$';
const rule = (name, comment, from, to) => ({
  name,
  comment,
  severity: 'error',
  from: { pathNot: noTest, ...from },
  to,
});

/** What the rooms of one kind may share beside the files of their folder. */
const shared = {
  surfaces: {
    words: ', or surfaces/dialect, which two surfaces speak',
    rooms: '|dialect',
  },
  rails: { words: ', or rails/pain', rooms: '|pain' },
  pages: { words: ', or pages/customer, words and assets', rooms: '|customer|words|assets' },
};

/** What each room above the core may import besides the kernel, the core and itself. */
const rooms = {
  rails: '',
  surfaces: '',
  reports: '|rails',
  pages: '|reports',
  devtools: '|rails|surfaces|reports',
  sandbox: '|rails|devtools',
};

module.exports = {
  forbidden: [
    rule('no-cycle', 'modules do not import each other in a circle', {}, { circular: true }),
    rule('no-dead-end', 'an import names a file that exists', {}, { couldNotResolve: true, path: '^\\.' }),

    rule(
      'kernel-knows-no-payments',
      'the kernel imports only the kernel',
      { path: '^src/kernel/' },
      { path: '^(src|sdk|test)/', pathNot: '^src/kernel/' },
    ),
    rule(
      'core-imports-downward',
      'the core imports only the kernel and the core',
      { path: '^src/core/' },
      { path: '^(src|sdk|test)/', pathNot: '^src/(kernel|core)/' },
    ),
    rule(
      'core-root-knows-no-noun',
      'context, errors, events, lifecycle and rails import the kernel and each other, never a noun',
      { path: '^src/core/[^/]+$' },
      { path: '^src/core/[^/]+/' },
    ),
    ...NOUNS.map((noun, index) =>
      rule(
        `core-${noun}-looks-left`,
        `a noun imports only nouns to its left: ${NOUNS.slice(0, index + 1).join(', ')}`,
        { path: `^src/core/${noun}/` },
        { path: '^src/core/[^/]+/', pathNot: `^src/core/(${NOUNS.slice(0, index + 1).join('|')})/` },
      ),
    ),
    rule(
      'a-noun-has-a-place',
      'a new noun of the core is added to the list in .dependency-cruiser.cjs, at its place in the order',
      { path: '^src/core/[^/]+/', pathNot: `^src/core/(${NOUNS.join('|')})/` },
      {},
    ),
    rule(
      'store-is-private',
      "a noun's SQL is its own: its store.ts is imported only by its folder",
      { path: '^src/core/([^/]+)/' },
      { path: '^src/core/[^/]+/store\\.', pathNot: '^src/core/$1/' },
    ),
    rule(
      'store-is-private-outside',
      "a noun's store.ts is imported only by its folder",
      { path: '^src/', pathNot: `^src/core/[^/]+/|${noTest}` },
      { path: '^src/core/[^/]+/store\\.' },
    ),

    ...Object.entries(rooms).map(([room, below]) =>
      rule(
        `${room}-imports-downward`,
        `${room} imports the kernel, the core and itself` +
          (below && `, and ${below.slice(1).replaceAll('|', ', ')}`) +
          (room === 'surfaces' ? ', and the paths of pages it links to' : ''),
        { path: `^src/${room}/` },
        {
          path: '^(src|sdk|test)/',
          pathNot: `^src/(kernel|core|${room}${below})/${room === 'surfaces' ? '|^src/pages/[^/]+/paths\\.' : ''}`,
        },
      ),
    ),
    ...['surfaces', 'rails', 'pages'].map((room) =>
      rule(
        `${room}-are-strangers`,
        `one of the ${room} never imports another; what they share is a file of src/${room} or of the kernel` +
          shared[room].words,
        { path: `^src/${room}/([^/]+)/` },
        { path: `^src/${room}/[^/]+/`, pathNot: `^src/${room}/($1${shared[room].rooms})/` },
      ),
    ),

    rule(
      'app-knows-no-entry',
      'app is started by main.ts and cli, and imports neither',
      { path: '^src/app/', pathNot: noTest },
      { path: '^src/(main\\.|cli/)' },
    ),
    rule(
      'config-knows-nothing',
      'config.ts reads the environment and imports at most the kernel, besides its own table and rules',
      { path: '^src/app/config' },
      { path: '^src/', pathNot: '^src/(kernel/|app/config-)' },
    ),
    rule(
      'no-test-code',
      'what runs imports nothing of the tests',
      { path: '^src/' },
      { path: '^test/|\\.test\\.' },
    ),
    rule(
      'sdk-stands-alone',
      'the client is published without the service',
      { path: '^sdk/' },
      { path: '^(src|test)/' },
    ),
    rule('sdk-is-no-part', 'the service does not need its own client', { path: '^src/' }, { path: '^sdk/' }),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    moduleSystems: ['es6'],
  },
};
