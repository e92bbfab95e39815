import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { tefo, tefoWith } from '../../test/support/cli.ts';
import { outsideEnvironment } from '../../test/support/process.ts';
import { refusePlace } from '../app/failure.ts';
import { commands } from './commands.ts';

describe('the help', () => {
  test('is there within a few times what Node itself takes', () => {
    const bin = fileURLToPath(new URL('../../bin/tefo.mjs', import.meta.url));
    const timeOf = (args: string[]): number => {
      const began = performance.now();
      const { status } = spawnSync(process.execPath, args, { env: outsideEnvironment() });
      assert.equal(status, 0);
      return performance.now() - began;
    };
    const median = (times: number[]): number => times.toSorted((one, other) => one - other)[1]!;
    const [bare, help] = [
      ['-e', '0'],
      [bin, '--help'],
    ].map((args) => median([timeOf(args), timeOf(args), timeOf(args)])) as [number, number];
    // Usually two to three times; with everything that all commands need loaded, it was above twelve.
    assert.ok(help < 7 * bare, `${help} ms, where bare node takes ${bare} ms`);
  });

  test('loads nothing that only a command needs', async () => {
    const script = `
      const { registerHooks } = await import('node:module');
      const loaded = [];
      registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
      const { run } = await import(process.argv[1]);
      await run(['--help']);
      console.error(JSON.stringify(loaded.filter((url) => url.startsWith('file:'))));`;
    const program = new URL('./program.ts', import.meta.url).href;
    const args = ['--input-type=module', '-e', script, program];
    const { stderr } = await promisify(execFile)(process.execPath, args, { env: outsideEnvironment() });
    const loaded: string[] = JSON.parse(stderr);
    const others = loaded.filter(
      (url) => !/\/src\/(cli\/(table\/)?[a-z-]+|kernel\/process\/terminal)\.ts$/.test(url),
    );
    assert.deepEqual(others, []);
    assert.ok(loaded.length < 16, loaded.join('\n'));
  });

  test('names every command, and every option of each', async () => {
    const { out } = await tefo('--help');
    for (const [name, { required, options }] of Object.entries(commands)) {
      assert.match(out, new RegExp(`tefo ${name} `));
      const { code, out: reported } = await tefo(...name.split(' '), '--help');
      assert.equal(code, 0);
      for (const flags of Object.keys({ ...required, ...options }))
        assert.ok(reported.includes(`  ${flags.replace(/[<>]/g, '')} `), `${name}: ${flags}`);
      assert.ok(!/^.{111}/m.test(reported), `${name} is too wide`);
    }
  });
});

test('--version is the version of the package, as text and as JSON', async () => {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  assert.deepEqual(await tefo('--version'), { code: 0, out: `${version}\n`, err: '' });
  assert.deepEqual(JSON.parse((await tefo('--version', '--json')).out), { version });
});

test('an unknown command is wrong usage, with a suggestion', async () => {
  const wrong: [args: string[], said: RegExp][] = [
    [['chekc'], /^tefo: unknown command 'chekc' \(Did you mean check\?\)\n/],
    [
      ['payout', 'aprove', 'x'],
      /^tefo: unknown command 'aprove' \(Did you mean approve\?\); available: tefo payout approve, tefo payout decline\nusage: tefo payout COMMAND/,
    ],
    [
      ['payout', 'list'],
      /^tefo: unknown command 'list'; available: tefo payout approve, tefo payout decline\n/,
    ],
    [['trigger'], /^tefo: missing required argument 'EVENT': transaction\.pending, transaction\.complete, /],
    [['start', '--sed', 'x'], /^tefo: unknown option '--sed' \(Did you mean --seed\?\)\n/],
    [['ledger'], /^tefo: there is no command ledger; available: tefo ledger head, tefo ledger verify\n/],
    [
      ['clock', 'forth'],
      /^tefo: there is no command clock forth; available: tefo clock advance, tefo clock to\n/,
    ],
  ];
  for (const [args, said] of wrong) {
    const { code, out, err } = await tefo(...args);
    assert.deepEqual([code, out], [2, '']);
    assert.match(err, said);
  }
});

test('a missing argument or option is wrong usage, and says how the command is called', async () => {
  const wrong: [args: string[], said: RegExp][] = [
    [['explain'], /missing required argument 'REFERENCE_OR_ID'\nusage: tefo explain REFERENCE_OR_ID /],
    [['deposit', 'park', 'x'], /'--note <TEXT>' not specified\nusage: tefo deposit park ID --note TEXT /],
    [['merchant', 'create', '--name', ''], /--name is empty\nusage: tefo merchant create --name NAME/],
    [['check', 'x'], /too many arguments for 'check'.*: x\.\nusage: tefo check /],
  ];
  for (const [args, said] of wrong) {
    const { code, err } = await tefo(...args);
    assert.equal(code, 2);
    assert.match(err, said);
  }
});

test('an error is JSON with --json, on standard output, in addition to its sentence', async () => {
  const { code, out, err } = await tefo('explain', '--json');
  const message = "missing required argument 'REFERENCE_OR_ID'";
  assert.equal(code, 2);
  assert.deepEqual(JSON.parse(out), {
    ok: false,
    error: {
      code: 'usage',
      message,
      usage: 'tefo explain REFERENCE_OR_ID [--site CODE] [--utc] [--details]',
    },
  });
  assert.match(err, new RegExp(`^tefo: ${message}\n`));
  const nothing = await tefo('fixtures', 'load', '/no/such/file', '--json');
  assert.equal(nothing.code, 1);
  const { ok, error } = JSON.parse(nothing.out);
  assert.deepEqual([ok, error.code], [false, 'refused']);
  assert.match(nothing.err, new RegExp(error.message));
});

describe('completion', () => {
  const offered = async (...words: string[]): Promise<string[]> => {
    const { out } = await tefo('complete', '--', ...words);
    return out
      .trimEnd()
      .split('\n')
      .map((line) => line.split('\t')[0]!);
  };

  test('completes commands, options and the values of arguments', async () => {
    const first = await offered('');
    for (const name of Object.keys(commands)) assert.ok(first.includes(name.split(' ')[0]!), name);
    assert.deepEqual(await offered('payout', ''), ['approve', 'decline', ':4']);
    assert.deepEqual(await offered('clock', ''), ['advance', 'to', ':4']);
    assert.deepEqual(await offered('listen', '--f'), ['--forward-to', ':4']);
    assert.deepEqual(await offered('trigger', 'refund'), ['refund.complete', ':4']);
    assert.deepEqual(await offered('trigger', 'refund.complete', ''), [':4'], 'it takes one');
    assert.deepEqual(await offered('secret', 'rotate', '--now', 'DEMO', 'priv'), ['privateKey', ':4']);
    assert.deepEqual(await offered('nothing', ''), [':4']);
    for (const typed of [['dec'], ['=', 'dec']])
      assert.deepEqual(await offered('pay', 'x', '--outcome', ...typed), ['declined', ':4']);
    assert.deepEqual(await offered('pay', 'x', '--outcome=dec'), ['--outcome=declined', ':4']);
    assert.equal((await offered('pay', 'x', '--outcome', '=')).includes('declined'), true);
    const { out } = await tefo('complete', '--', 'fixtures', 'load', 'fix');
    assert.equal(out, ':0\n', 'the shell knows its files');
  });

  test('has a script for each shell, that asks this tefo', async () => {
    for (const shell of ['bash', 'zsh', 'fish']) {
      const { out } = await tefo('completion', shell);
      assert.match(out, /bin\/tefo\.mjs.* complete -- /);
      assert.equal(JSON.parse((await tefo('completion', shell, '--json')).out).shell, shell);
    }
    assert.equal((await tefo('completion', 'cmd')).code, 2);
  });

  test('in bash, completes the typed words without running them, however often its script is read', async () => {
    const { out: script } = await tefo('completion', 'bash');
    // A function in the place of the program shows which words it gets.
    const reported = script.replace(/<\(.* complete (.*) 2>\/dev\/null/, '<(program complete $1');
    const input = `
      program() { printf '%s|' "$@" >&2; printf 'declined\\tSay no.\\npending\\n:4\\n'; }
      compopt() { :; }
      ${reported}
      ${reported}
      COMP_WORDS=(tefo pay '$(echo run)' --outcome '' later) COMP_CWORD=4
      _tefo 2>&1
      printf '<%s>' "\${COMPREPLY[@]}"; complete -p tefo`;
    const { stdout, stderr } = spawnSync('bash', ['--norc'], { input, encoding: 'utf8' });
    assert.equal(stderr, '');
    assert.equal(
      stdout,
      'complete|--|pay|$(echo run)|--outcome||<declined><pending>complete -o default -F _tefo tefo\n',
    );
  });
});

describe('an unusable value is reported in a sentence with the name of its setting', () => {
  test('a file, and a path below one, as the data directory', async () => {
    const file = fileURLToPath(import.meta.url);
    for (const [dir, why] of [
      [file, 'which is a file'],
      [`${file}/below`, 'a part of its path is a file'],
    ] as const) {
      const { code, err } = await tefoWith({ TEFO_DATA_DIR: dir })('credentials');
      assert.equal(code, 1);
      assert.match(
        err,
        new RegExp(`^tefo: TEFO_DATA_DIR is ${dir}, .*${why}.*a folder that this user can write to\n$`),
      );
    }
  });

  test('a file that is not there', async () => {
    for (const args of [
      ['fixtures', 'load', '/no/such/file'],
      ['site', 'set', 'X', 'payoutAccessToken=@/no/such/file'],
    ]) {
      const { code, err } = await tefo(...args);
      assert.deepEqual([code, err], [1, 'tefo: the file /no/such/file cannot be read: it is not there\n']);
    }
  });

  test('a port in use, and an address that is another machine’s', () => {
    const at = { port: 8420, host: '10.9.9.9' };
    const refused = (code: string, prefix: string) => () =>
      refusePlace(Object.assign(new Error('listen'), { code }), prefix, at);
    assert.throws(
      refused('EADDRINUSE', 'TEFO_METRICS_'),
      /^Error: TEFO_METRICS_PORT is 8420, and another program/,
    );
    assert.throws(
      refused('EADDRNOTAVAIL', 'TEFO_'),
      /^Error: TEFO_HOST is 10\.9\.9\.9, which is not an address/,
    );
    assert.throws(refused('EACCES', 'TEFO_'), /^Error: TEFO_PORT is 8420, which this user cannot use/);
  });
});

test('in production credentials says where they come from, and no sandbox is reset', async () => {
  const settings = {
    TEFO_MODE: 'production',
    TEFO_MASTER_KEYS: `k1:${Buffer.from(Array.from({ length: 32 }, (_, index) => index)).toString('base64')}`,
    TEFO_PUBLIC_URL: 'https://pay.example.com',
  };
  const inProduction = tefoWith(settings);
  const [shown, reset] = [await inProduction('credentials'), await inProduction('reset', '--yes')];
  assert.deepEqual([shown.code, reset.code], [1, 1]);
  assert.match(shown.err, /production has no demo merchant: `tefo merchant create --name NAME` prints/);
  assert.match(reset.err, /tefo reset is only available in the sandbox; TEFO_MODE is production/);
});

test('an unknown command of any group lists the commands of the group, and so does the help of the group', async () => {
  const names = Object.keys(commands).filter((name) => name.includes(' '));
  for (const [group, ofGroup] of Map.groupBy(names, (name) => name.split(' ')[0]!)) {
    if (commands[group]) continue;
    const wrong = await tefo(group, 'zzz');
    assert.equal(wrong.code, 2, group);
    for (const name of ofGroup) assert.ok(wrong.err.includes(`tefo ${name}`), `${group} zzz names ${name}`);
    const help = await tefo(group, '--help');
    const named = [...help.out.matchAll(/^ +tefo (\S+ \S+)/gm)].map(([, name]) => name);
    assert.deepEqual([help.code, named], [0, ofGroup]);
  }
});
