// A shop with the WooCommerce plugin: the double, or a WordPress with the WooCommerce of WOOCOMMERCE_DIR.
import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './ports.ts';
import { until } from './until.ts';

export interface Shop {
  /** Runs a command of plugins/woocommerce/tests/scenario.php and returns its result. */
  // biome-ignore lint/suspicious/noExplicitAny: each command returns something else.
  run(command: string, ...args: (string | number)[]): Promise<any>;
  end(): Promise<void>;
}

const run = promisify(execFile);
const tests = resolve('plugins/woocommerce/tests');

/** Opens a shop on a free port. */
export async function openShop(): Promise<Shop> {
  const folder = await mkdtemp(join(tmpdir(), 'tefo-shop-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const { WOOCOMMERCE_DIR: woocommerce } = process.env;
  const closing: (() => void)[] = [];
  const [file, args] = woocommerce
    ? [join(folder, 'site/wp-load.php'), ['-t', join(folder, 'site')]]
    : [join(tests, 'double.php'), [join(tests, 'double.php')]];
  if (woocommerce) closing.push(await openWordPress(folder, url, woocommerce));
  const env = {
    ...process.env,
    SHOP: file,
    SHOP_URL: url,
    SHOP_DATA: join(folder, 'data'),
    PHP_CLI_SERVER_WORKERS: '4',
  };
  await writeFile(env.SHOP_DATA, '');
  const server = spawn('php', ['-S', `127.0.0.1:${port}`, ...args], { env, stdio: 'ignore', detached: true });
  closing.push(() => process.kill(-server.pid!));
  await until(() => fetch(`${url}/?`).catch(() => undefined));
  return {
    async run(command, ...given) {
      const words = [join(tests, 'scenario.php'), command, ...given.map(String)];
      const { stdout } = await run('php', words, { env, timeout: 120_000 });
      return JSON.parse(stdout.trim().split('\n').at(-1)!);
    },
    async end() {
      for (const close of closing.reverse()) close();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Installs WordPress with its own database and orders in their own tables (HPOS); returns what stops the database. */
async function openWordPress(folder: string, url: string, woocommerce: string): Promise<() => void> {
  const site = join(folder, 'site');
  const socket = join(folder, 'sql');
  const none = '--no-defaults';
  const data = [none, `--datadir=${join(folder, 'db')}`, '--user=root'];
  await run('mariadb-install-db', [...data, '--auth-root-authentication-method=normal']);
  const database = spawn('mariadbd', [...data, `--socket=${socket}`, '--skip-networking'], {
    stdio: 'ignore',
  });
  const wordpress = process.env.WORDPRESS_DIR ?? '/usr/share/wordpress';
  await cp(wordpress, site, { recursive: true, filter: (path) => !path.includes('/wp-content') });
  const plugins = join(site, 'wp-content/plugins');
  await mkdir(plugins, { recursive: true });
  await symlink(woocommerce, join(plugins, 'woocommerce'));
  await symlink(resolve('plugins/woocommerce'), join(plugins, 'tefo-for-woocommerce'));
  const keys = ['AUTH', 'SECURE_AUTH', 'LOGGED_IN', 'NONCE'].flatMap((name) => [
    `${name}_KEY`,
    `${name}_SALT`,
  ]);
  const constants = {
    ...{ DB_NAME: 'shop', DB_USER: 'root', DB_PASSWORD: '', DB_HOST: `localhost:${socket}` },
    ...{ DB_CHARSET: 'utf8mb4', DB_COLLATE: '', DISABLE_WP_CRON: '1', WP_HTTP_BLOCK_EXTERNAL: '1' },
    ...{ WP_ACCESSIBLE_HOSTS: 'localhost,127.0.0.1', AUTOMATIC_UPDATER_DISABLED: '1' },
    ...Object.fromEntries(keys.map((name) => [name, randomUUID()])),
  };
  const defines = Object.entries(constants).map(([name, value]) => `define('${name}', '${value}');`);
  const config = [
    '<?php',
    ...defines,
    "$table_prefix = 'wp_';",
    "defined('ABSPATH') || define('ABSPATH', __DIR__ . '/');",
  ];
  await writeFile(
    join(site, 'wp-config.php'),
    [...config, "require ABSPATH . 'wp-settings.php';"].join('\n'),
  );
  const create = [none, `--socket=${socket}`, '-e', 'create database shop'];
  await until(() => run('mariadb', create).catch(() => undefined));
  await run('php', [join(tests, 'install.php'), site, url]);
  const env = { ...process.env, SHOP: join(site, 'wp-load.php') };
  await run('php', [join(tests, 'scenario.php'), 'hpos'], { env });
  return () => void database.kill();
}
