export type SignatureErrorCode =
  | 'BodyAlreadyParsed'
  | 'BodyWasChanged'
  | 'NotSigned'
  | 'NotNow'
  | 'WrongSignature';

/** A message that is not to be believed, and why. */
export class SignatureError extends Error {
  readonly code: SignatureErrorCode;

  constructor(code: SignatureErrorCode, message: string) {
    super(message);
    this.name = 'SignatureError';
    this.code = code;
  }
}
