// What the One API is given by the composition root.
import type { Context } from '../../core/context.ts';
import type { Directory } from '../../core/merchants/directory.ts';
import type { Rail } from '../../core/rails.ts';
import type { Tokens } from '../../kernel/security/access-tokens.ts';

/** The settings that matter here. */
export interface OneConfig {
  mode: 'staging' | 'production';
  /** The base of the customers' pages and of the documentation. */
  publicUrl: string;
  /** The public base address of this surface. */
  oneUrl: string;
  /** CIDR networks that notifications may reach whatever they are. */
  allowedNetworks: string[];
  /** Whether what we post may go unencrypted. */
  httpAllowed: boolean;
}

export interface OneDeps {
  /** The system's own context; each request derives its own from it. */
  ctx: Context;
  directory: Directory;
  rail: Rail;
  tokens: Tokens;
  config: OneConfig;
}
