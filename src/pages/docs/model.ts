// The parts of OpenAPI documents that the documentation reads, and the shape of its pages.
import type { AssetName } from '../assets.ts';
import type { Html } from '../html.ts';
import type { Section } from './markdown.ts';
import type { Group } from './sources.ts';

export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  const?: unknown;
  enum?: unknown[];
  examples?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
  default?: unknown;
}

export interface Media {
  schema: Schema;
  example?: unknown;
  /** One for each form, such as the thin and the full one of a message. */
  examples?: Record<string, { value: unknown }>;
}

export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Schema;
  example?: unknown;
}

export interface Answer {
  $ref?: string;
  description?: string;
  content?: Record<string, Media>;
}

export interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  tags?: string[];
  /** Any one of these is enough; each names the schemes that it needs together. */
  security?: object[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, Answer>;
  'x-codeSamples'?: { lang: string; label: string; source: string }[];
}

/** The OpenAPI document of a surface. */
export interface ApiDocument {
  info: { title: string; description?: string };
  servers: { url: string }[];
  tags?: { name: string; description?: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks?: Record<string, { post: Operation }>;
  components: { schemas: Record<string, Schema>; responses: Record<string, Answer> };
}

/** The surfaces' documents by name, such as "one". */
export type Documents = Record<string, ApiDocument>;

export interface DocPage {
  path: string;
  title: string;
  /** Absent: it is not in the navigation. */
  group?: Group;
  /** The page that lists it, such as that of its API. */
  parent?: string;
  /** The heading that it is under in the list of its parent's pages. */
  tag?: string;
  body: Html;
  sections: Section[];
  /** Beside the text on wide screens, such as samples. */
  side?: Html;
  scripts?: AssetName[];
}

/** The meaning of each common error code of the One API. */
export type CommonErrors = Record<string, { status: number; title: string }>;

/** A response with an error, as a surface sends it. */
export interface ErrorExample {
  surface: string;
  /** Absent: not by HTTP, or on a page. */
  status?: number;
  language: 'json' | 'text';
  body: string;
}

/** A surface's words for the states of an object, by state. */
export interface StateWords {
  surface: string;
  words: Readonly<Record<string, string | number>>;
}

/** Texts of the surfaces, which pages cannot import. */
export interface SurfaceWords {
  commonErrors: CommonErrors;
  /** The One API's status for each code of the core. */
  onOne: Readonly<Record<string, { status: number; code: string }>>;
  errorExamples: Readonly<Record<string, readonly ErrorExample[]>>;
  /** By object, such as "transaction". */
  states: Readonly<Record<string, readonly StateWords[]>>;
}
