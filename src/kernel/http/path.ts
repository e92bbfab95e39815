import { firstOf } from '../required.ts';

/** The path of a request’s address, without its query. */
export const pathOfUrl = (url: string): string => firstOf(url.split('?'));
