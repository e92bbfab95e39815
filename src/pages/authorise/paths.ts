// The addresses of the authorisation page.

export const authorisePaths = {
  page: (id: string) => `/subscribe/${id}`,
  /** The address to which the chosen bank returns the customer. */
  return: (id: string) => `/subscribe/${id}/return`,
  status: (id: string) => `/subscribe/${id}/status`,
  code: (id: string) => `/subscribe/${id}/code.svg`,
  choose: (id: string) => `/subscribe/${id}/choose`,
  decline: (id: string) => `/subscribe/${id}/decline`,
  /** The page for choosing another bank while one waits for the customer. */
  another: (id: string) => `/subscribe/${id}?again=1`,
} as const;
