// The used part of the library, which has no types.
declare module 'pdfkit' {
  import type { Readable } from 'node:stream';

  interface TextOptions {
    width?: number;
    align?: 'left' | 'right';
  }

  export default class PDFDocument extends Readable {
    constructor(options: {
      size: string;
      margin: number;
      lang: string;
      tagged: boolean;
      displayTitle: boolean;
      pdfVersion: string;
      info: { Title: string; Author: string; CreationDate: Date };
    });
    y: number;
    font(name: string): this;
    fontSize(points: number): this;
    fillColor(colour: string): this;
    strokeColor(colour: string): this;
    lineWidth(points: number): this;
    moveTo(x: number, y: number): this;
    lineTo(x: number, y: number): this;
    stroke(): this;
    text(text: string, x: number, y: number, options?: TextOptions): this;
    struct(type: string, content: () => void): unknown;
    addStructure(element: unknown): this;
    end(): void;
  }
}
