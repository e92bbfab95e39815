// The addresses of the checkout.

export const checkoutPaths = {
  page: (id: string) => `/pay/${id}`,
  /** The address to which the chosen bank returns the payer. */
  return: (id: string) => `/pay/${id}/return`,
  status: (id: string) => `/pay/${id}/status`,
  code: (id: string) => `/pay/${id}/code.svg`,
  choose: (id: string) => `/pay/${id}/choose`,
  chooseTestOutcome: (id: string) => `/pay/${id}/test-outcome`,
  /** Posted to, it opens the deposit; read, it shows the details to pay by. */
  eft: (id: string) => `/pay/${id}/eft`,
  chooseAnother: (id: string) => `/pay/${id}/another`,
  cancel: (id: string) => `/pay/${id}/cancel`,
  leave: (id: string) => `/pay/${id}/leave`,
  /** The page for choosing a bank again after a failed attempt. */
  tryAgain: (id: string) => `/pay/${id}?again=1`,
} as const;
