// The part of nodemailer that is used: the types compile where this optional package is not installed.
declare module 'nodemailer' {
  interface Transport {
    sendMail(message: object): Promise<unknown>;
    close(): void;
  }
  export function createTransport(options: object): Transport;
}
