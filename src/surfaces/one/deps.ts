// The dependencies of the One API, from the composition root, and the input of its handlers.
import type { Context } from '../../core/context.ts';
import type { Directory } from '../../core/merchants/directory.ts';
import type { Rails } from '../../core/rails.ts';
import type { Tokens } from '../../kernel/security/access-tokens.ts';
import type * as operation from '../operation.ts';

/** The settings that matter here. */
export interface OneConfig {
  mode: 'staging' | 'production';
  /** The base address of the customers' pages and of the documentation. */
  publicUrl: string;
  /** The public base address of this surface. */
  oneUrl: string;
  /** CIDR networks that notifications may reach, even private ones. */
  allowedNetworks: string[];
  /** Whether our posts may go unencrypted. */
  httpAllowed: boolean;
}

export interface OneDeps {
  /** The system's own context. Each request derives its own from it. */
  ctx: Context;
  directory: Directory;
  rails: Rails;
  tokens: Tokens;
  config: OneConfig;
}

export type Call<Query = unknown, Body = unknown> = operation.Call<OneDeps, Query, Body>;
export type Operation = operation.Operation<OneDeps>;
