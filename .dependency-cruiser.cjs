// The dependency rule: kernel <- core <- rails, surfaces, reports <- pages, hash-debugger, sandbox <- app <- main.ts, cli,
// and sandbox <- devtools, rail-check <- cli.
// `npm run arrow` checks it. Imports of types count. Tests can import anything.

const NOUNS = [
  'merchants',
  'emails',
  'users',
  'onboarding',
  'accounts',
  'ledger',
  'notifications',
  'customers',
  'payments',
  'transactions',
  'transfers',
  'payment-files',
  'verifications',
  'beneficiaries',
  'refunds',
  'payouts',
  'payout-batches',
  'settlements',
  'invoices',
  'scheduled-reports',
  'streams',
  'subscriptions',
  'links',
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

/** Folders that the modules of one group share, in addition to the files of the group's folder. */
const shared = {
  surfaces: {
    words: ', or surfaces/dialect',
    modules: '|dialect',
  },
  rails: { words: ', or rails/pain', modules: '|pain' },
  pages: { words: ', or pages/customer, messages and assets', modules: '|customer|messages|assets' },
};

/** The modules that each module above the core can import, in addition to the kernel, the core and itself. */
const modules = {
  rails: '',
  surfaces: '',
  reports: '',
  pages: '|reports',
  'hash-debugger': '|surfaces',
  sandbox: '|rails',
  devtools: '|surfaces|reports|sandbox',
  'rail-check': '|rails|reports',
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
      'a file of src/core itself imports the kernel and other such files, never a noun',
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

    ...Object.entries(modules).map(([module, below]) =>
      rule(
        `${module}-imports-downward`,
        `${module} imports the kernel, the core and itself` +
          (below && `, and ${below.slice(1).replaceAll('|', ', ')}`),
        { path: `^src/${module}/` },
        { path: '^(src|sdk|test)/', pathNot: `^src/(kernel|core|${module}${below})/` },
      ),
    ),
    ...['surfaces', 'rails', 'pages'].map((group) =>
      rule(
        `${group}-are-independent`,
        `one of the ${group} never imports another; common code is a file of src/${group} or of the kernel${shared[group].words}`,
        { path: `^src/${group}/([^/]+)/` },
        { path: `^src/${group}/[^/]+/`, pathNot: `^src/${group}/($1${shared[group].modules})/` },
      ),
    ),

    rule(
      'app-knows-no-entry',
      'app is started by main.ts and cli, and imports neither, nor what only cli loads',
      { path: '^src/app/', pathNot: noTest },
      { path: '^src/(main\\.|cli/|devtools/|rail-check/)' },
    ),
    rule(
      'service-knows-no-devtools',
      'the service starts without the tools of developers: only cli loads them',
      { path: '^src/main\\.' },
      { path: '^src/(devtools|rail-check)/' },
    ),
    rule(
      'production-loads-no-sandbox',
      'app/sandbox.ts, which only staging loads, alone imports the sandbox',
      { path: '^src/(app/|main\\.)', pathNot: `^src/app/(console-)?sandbox\\.|${noTest}` },
      { path: '^src/sandbox/' },
    ),
    rule(
      'config-knows-nothing',
      'config.ts reads the environment and imports only the kernel and its own table and rules',
      { path: '^src/app/config' },
      { path: '^src/', pathNot: '^src/(kernel/|app/config-)' },
    ),
    rule(
      'no-test-code',
      'the service imports nothing from the tests',
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
