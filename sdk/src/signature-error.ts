export type SignatureErrorCode =
  | 'BodyAlreadyParsed'
  | 'BodyWasChanged'
  | 'NotSigned'
  | 'NotNow'
  | 'WrongSignature';

/** A message that failed verification, and the reason. */
export class SignatureError extends Error {
  readonly code: SignatureErrorCode;

  constructor(code: SignatureErrorCode, message: string) {
    super(message);
    this.name = 'SignatureError';
    this.code = code;
  }
}
