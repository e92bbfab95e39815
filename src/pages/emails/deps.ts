// The input of every e-mail's text.
import type { Context } from '../../core/context.ts';
import type { House } from '../customer/model.ts';

export interface EmailDeps {
  ctx: Context;
  publicUrl: string;
  house: House;
}
