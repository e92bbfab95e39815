// Every text for customers, in English. The other languages have the same shape: a missing text does not compile.
// Amounts, dates and names arrive formatted. `{n}` and `{bank}` may remain: the page's script fills them in.

export const en = {
  months: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
  frame: {
    skip: 'Skip to main content',
    language: 'Language',
    test: 'Test',
    testMeaning: 'This is a test payment. You choose the outcome, and no money moves.',
    sandboxMeaning: 'The banks here are simulated, so no real money moves.',
    whoRuns: (operator: string) => `This payment page is provided by ${operator}.`,
    whoRunsFor: (operator: string, merchant: string) =>
      `This payment page is provided by ${operator} for ${merchant}.`,
    neverAsk:
      'We will never request your bank password or PIN. Enter them only on your own bank’s page or app.',
    help: 'Help',
    helpOrder: (merchant: string) => `Questions about your order? Contact ${merchant}.`,
    helpMoney: (reference: string) =>
      `Questions about money that left your account? Contact your bank with this reference: ${reference}.`,
  },
  payment: {
    pay: (merchant: string) => `Pay ${merchant}`,
    reference: 'Reference',
    bank: 'Bank',
    amount: 'Amount',
    payee: 'To',
    payer: 'From',
    accountOf: (bank: string, digits: string) => `${bank}, account ending in\u00a0${digits}`,
    when: 'When',
    whatFor: 'For',
    minutesLeft: (n: string) => `You have ${n} minutes left.`,
    oneMinuteLeft: 'You have 1 minute left.',
    secondsLeft: (n: string) => `You have ${n} seconds left.`,
    payBefore: (time: string) => `Pay before ${time}.`,
    cancel: (merchant: string) => `Cancel and go back to ${merchant}`,
    cancelHere: 'Cancel this payment',
    back: (merchant: string) => `Go back to ${merchant}`,
    noMoneyLeft: 'No money has left your account.',
    mayStillPay: (merchant: string) =>
      `If you approved it at your bank, please do not pay again. We will let ${merchant} know when your bank confirms it.`,
  },
  leave: {
    close: 'You can close this window.',
    reach: (merchant: string) => `Contact ${merchant}:`,
    asBefore: (merchant: string) => `To contact ${merchant}, use the message or page that brought you here.`,
    phone: 'Phone',
    email: 'E-mail',
  },
  choose: {
    title: 'Choose your bank',
    search: 'Search for your bank',
    searchButton: 'Search',
    noneFound: 'No banks match your search.',
    showAll: 'Show all banks',
    lastUsed: 'Last used',
    unavailable: 'Not available right now',
    unavailableReasons: {
      down: 'not responding',
      maintenance: 'maintenance',
    },
    amountLabel: 'How much do you want to pay?',
    amountHint: (min: string, max: string) => `From ${min} to ${max}.`,
    continueTo: (bank: string) => `Continue to ${bank}`,
    continueToBank: 'Continue to your bank',
  },
  handOff: {
    pay: 'Pay on your phone',
    approve: 'Approve on your phone',
    code: 'QR code with the address of this page',
    explain: 'Scan this code with your phone’s camera and continue there.',
    look: 'Done on your phone? Check the status.',
  },
  consent: {
    title: 'What you agree to',
    order: (amount: string, merchant: string) =>
      `You authorise us to set up one payment of ${amount} from your bank account to ${merchant}.`,
    orderVariable: (merchant: string) =>
      `You authorise us to set up one payment of the amount above from your bank account to ${merchant}.`,
    approval: 'You check and approve it at your own bank. Until then, no money moves.',
    more: 'Read the full terms',
    does: (reference: string) =>
      `We send your bank one payment with the amount, the recipient and the reference ${reference}. We cannot change the amount, and we cannot take money again later.`,
    sees: 'Your bank confirms to us whether you paid, and from which account. We show only its last digits. We never see your password, your PIN or your balance.',
    shares: (merchant: string) =>
      `We share with ${merchant}: whether you paid, your bank, and the last digits of the account.`,
    keeps:
      'We keep a record of the terms you agreed to here, when, and from which internet address, as proof for you and for us.',
    stops: (merchant: string) =>
      `You can cancel until you approve at your bank. After that the payment is final, and only ${merchant} can refund it.`,
    version: (version: string) => `Version ${version}`,
  },
  errors: {
    title: 'There is a problem',
    noBank: 'Choose your bank first.',
    bankUnavailable: (bank: string) =>
      `${bank} can’t take payments right now. No money has left your account.`,
    bankUnreachable: (bank: string) => `We could not reach ${bank}. No money has left your account.`,
    otherBank: 'Choose another bank, or try again later.',
    amountMissing: 'Enter the amount you want to pay.',
    amountUnreadable: 'Enter the amount in rand and cents, such as 150,50.',
    amountOutOfRange: (min: string, max: string) => `Enter an amount from ${min} to ${max}.`,
  },
  lastTry: {
    title: 'Your last attempt did not work',
    next: 'Choose another bank, or try again.',
  },
  testOutcome: {
    title: 'Choose the outcome of this test',
    explain: (merchant: string) =>
      `No bank is contacted and no money moves. ${merchant} gets the outcome that you choose, as with a real payment.`,
    successful: 'Successful',
    successfulMeans: 'The bank paid.',
    cancelled: 'Cancelled',
    cancelledMeans: 'The customer cancelled at the bank.',
    error: 'Error',
    errorMeans: 'The bank could not make the payment.',
    abandoned: 'Abandoned',
    abandonedMeans: 'The customer left and did not come back.',
    pending: 'Pending',
    pendingMeans: 'The bank has not confirmed it yet.',
    button: 'Finish the test',
    missing: 'Choose an outcome.',
  },
  atBank: {
    title: (bank: string) => `Approve it at ${bank}`,
    explain: (bank: string) =>
      `Your payment is ready at ${bank}. Check the amount and the recipient there, then approve it.`,
    next: 'After that, your bank brings you back here to see the result.',
    button: (bank: string) => `Continue at ${bank}`,
    other: 'Choose another bank',
  },
  eft: {
    or: 'Or pay by EFT yourself',
    pay: 'Pay by EFT or PayShap',
    hint: 'Pay from any bank in your own banking app. We show you the account and the reference.',
    started:
      'You already have the details to pay by EFT or PayShap. If you have paid, please do not pay again.',
    explain: 'Pay this account from your own banking app. Copy every detail exactly as shown.',
    receives: (holder: string, merchant: string) => `${holder} receives payments for ${merchant}.`,
    holder: 'Account holder',
    account: 'Account number',
    branch: 'Branch code',
    copy: 'Copy',
    copied: 'Copied',
    exact: (amount: string) =>
      `Pay exactly ${amount}, once, with exactly this reference. Otherwise we must check it by hand, which takes longer.`,
    range: (min: string, max: string) =>
      `You can pay any amount from ${min} to ${max}, once. Use exactly this reference.`,
    waiting: 'Waiting for your payment.',
    statement:
      'We see your payment on our next bank statement. PayShap usually arrives soon. An EFT can take until the next working day.',
    seen: (merchant: string) => `When it arrives, this page updates by itself and we let ${merchant} know.`,
    safe: 'You can close this page and come back to it. Please do not pay twice.',
    later: (merchant: string) => `If your money arrives later, we will still let ${merchant} know.`,
    other: 'Choose another way to pay',
    print: 'Print this page',
    held: 'Being checked.',
    heldAmount: (came: string, asked: string) =>
      `We received ${came}, but the amount due is ${asked}. We need to check it first.`,
    heldMore: 'We received more than one payment with this reference. We need to check it first.',
    heldNext: (merchant: string) =>
      `Your money is safe. Please do not pay again. When the check is done, this page updates and we let ${merchant} know.`,
    mayHavePaid: (merchant: string) =>
      `If you have already paid, please do not pay again. We will let ${merchant} know when your money arrives.`,
    unused: (merchant: string) =>
      `The money that arrived was not used for this payment. Contact ${merchant} before you pay again.`,
  },
  waiting: {
    title: 'Waiting for your bank.',
    since: (bank: string, time: string) => `Waiting for ${bank} since ${time}.`,
    soon: 'This usually takes a few seconds. This page updates by itself when your bank responds.',
    slow: (merchant: string) =>
      `Your bank has not responded yet, so your payment is pending. We will let ${merchant} know when it does. Please do not pay again.`,
    safe: 'You can close this page. Your payment will continue.',
  },
  paid: {
    title: 'Paid.',
    explain: (merchant: string) =>
      `Your bank has made the payment and ${merchant} is being notified. You are all done.`,
    late: (merchant: string) =>
      `Your bank made this payment after it had expired. The money has left your account and ${merchant} is being notified. Ask them whether your order goes ahead or will be refunded.`,
    takingBack: (merchant: string) => `Taking you back to ${merchant}.`,
    stay: 'Stay on this page',
  },
  notPaid: {
    title: 'Not paid.',
    declined: (bank: string) => `${bank} declined this payment.`,
    cancelled: (bank: string) => `You cancelled this payment at ${bank}.`,
    abandoned: (bank: string) => `The payment was not finished at ${bank}.`,
    failed: (bank: string) => `Something went wrong at ${bank}. The payment was not made.`,
    reversed: (bank: string) => `${bank} made this payment, and then reversed it.`,
    declinedNext: 'Check your balance and your daily limit with your bank, or pay from another bank.',
    otherNext: 'You can try again, or pay from another bank.',
    tryAgain: 'Try another bank',
  },
  takenBack: {
    title: 'Reversed.',
    explain: 'The money for this payment arrived, and then a bank reversed it. The payment is not paid.',
    money: 'Ask your bank whether the money is back in your account.',
    next: (merchant: string) => `Ask ${merchant} before you pay again.`,
  },
  cancelled: {
    title: 'Cancelled.',
    explain: 'This payment was cancelled.',
    next: (merchant: string) => `If you still want to pay, start again at ${merchant}.`,
  },
  expired: {
    title: 'Expired.',
    explain: (time: string) => `This payment expired on ${time}.`,
    next: (merchant: string) => `If you still want to pay, start again at ${merchant}.`,
  },
  subscribe: {
    asks: (merchant: string) => `${merchant} requests a regular payment`,
    asksOnce: (merchant: string) => `${merchant} requests one payment`,
    every: {
      Daily: 'every day',
      Weekly: 'every week',
      Fortnightly: 'every two weeks',
      Monthly: 'every month',
      Biannually: 'every six months',
      Annually: 'every year',
    },
    once: 'once',
    now: 'Now',
    onApproval: (amount: string) => `${amount}, when you approve`,
    atStart: 'Once, when approved',
    first: 'First payment',
    last: 'Last payment',
    only: 'Payment on',
    count: 'Number of payments',
    total: 'Total',
    totalAtMost: 'Maximum total',
    withoutSingle: 'Without single payments',
    account: 'Account',
    single: 'Single payments',
    band: (merchant: string, min: string, max: string) =>
      `${merchant} may also take single payments while this runs, each from ${min} to ${max}.`,
    onlyOne: 'At most one.',
    atMost: (n: string) => `At most ${n}.`,
    together: (sum: string) => `Their total is at most ${sum}.`,
    movesAfter: 'A payment that falls on a weekend or a public holiday is taken on the next working day.',
    movesBefore: 'A payment that falls on a weekend or a public holiday is taken on the working day before.',
    decideBefore: (time: string) => `Decide before ${time}.`,
    decline: 'Decline',
    declineAndBack: (merchant: string) => `Decline and go back to ${merchant}`,
    nothingTaken: 'No money will be taken from your account.',
    startAgain: (merchant: string) => `If you change your mind, start again at ${merchant}.`,
    agree: (merchant: string, amount: string, often: string, first: string, last: string) =>
      `You allow ${merchant} to take ${amount} ${often} from your bank account, from ${first} until ${last}.`,
    agreeOnce: (merchant: string, amount: string, day: string) =>
      `You allow ${merchant} to take ${amount} once from your bank account, on ${day}.`,
    agreeNow: (amount: string) => `${amount} is taken as soon as you approve.`,
    agreeSingle: 'You also allow the single payments described above.',
    does: (reference: string) =>
      `We ask your bank to make the regular payments on the agreed days, with the reference ${reference}. You do not approve each payment. If your bank declines a payment, we try again on the next two working days.`,
    doesWithSingle: (reference: string) =>
      `We ask your bank to make the regular payments on the agreed days, and any single payment on the day it is requested, with the reference ${reference}. You do not approve each payment. If your bank declines a payment, we try again on the next two working days.`,
    sees: 'Your bank confirms to us whether you approve, whether each payment is made, and from which account. We show only its last digits. We never see your password, your PIN or your balance.',
    shares: (merchant: string) =>
      `We share with ${merchant}: whether you approve, whether each payment is made, your bank, and the last digits of the account.`,
    stops: (merchant: string) =>
      `To stop, ask ${merchant} to cancel it, or instruct your bank to stop it. Payments made before that are final, and only ${merchant} can refund them.`,
    atBank: (bank: string) =>
      `Your regular payment is ready at ${bank}. Check the amount and the recipient there, then approve or decline it.`,
    slow: (merchant: string) =>
      `Your bank has not confirmed your approval yet. We keep checking, and let ${merchant} know when it does. Until then, no money is taken.`,
    safe: 'You can close this page. We will keep checking.',
    undecided: 'If you have not approved or declined it yet, you can do that at your bank.',
    active: 'Approved.',
    activeMeans: (merchant: string) =>
      `Your bank has confirmed it and ${merchant} is being notified. You are all done.`,
    agreedTitle: 'What you agreed to',
    agreedOn: (time: string) => `You agreed to this on ${time}.`,
    record: 'This page is your record. You can print it or save it.',
    print: 'Print this page',
    declined: 'Declined.',
    declinedMeans: 'This regular payment was declined.',
    stopped: 'Stopped.',
    stoppedMeans: 'Too many payments in a row failed, so no more payments will be taken.',
    stoppedNext: (merchant: string) => `Ask ${merchant} what this means for your service or order.`,
    cancelled: 'This regular payment was cancelled.',
    cancelledLater:
      'No more payments will be taken. A payment that is already with your bank may still go through.',
    completed: 'Completed.',
    completedMeans: 'This regular payment has ended. No more payments will be taken.',
    expired: (time: string) => `This request expired on ${time}.`,
  },
  charge: {
    title: 'Nothing to do here.',
    partOf: (merchant: string) => `You allowed this payment when you approved payments to ${merchant}.`,
    byBank: 'Your bank makes it automatically.',
    notYet: 'Not paid yet.',
    missed: (amount: string, day: string) => `The payment of ${amount} on ${day} was not made.`,
    takenBack: (amount: string, day: string) => `The payment of ${amount} on ${day} was reversed.`,
    again: (day: string) =>
      `We will try again on ${day}. Please make sure there is enough money in your account.`,
    givenUp: 'We will not try this payment again.',
    nextOn: (day: string) => `The next payment is on ${day}.`,
    noneNext: 'No more payments will be taken.',
    ask: (merchant: string) => `Ask ${merchant} how to pay this amount.`,
  },
  noBanks: {
    title: 'You can’t pay this shop here right now.',
    explain: 'No bank is available on this page at the moment.',
    next: (merchant: string) => `Ask ${merchant} how else you can pay, or come back later.`,
  },
  link: {
    continue: 'Continue to payment',
    again: (merchant: string) => `Ask ${merchant} for a new link.`,
    paid: 'Already paid.',
    paidMeans: 'The payment behind this link was made. You do not have to pay again.',
    disabled: 'This link is closed.',
    disabledMeans: (merchant: string) => `${merchant} no longer takes payments by this link.`,
    expired: 'This link has expired.',
    expiredMeans: (time: string) => `The time to pay ran out on ${time}.`,
    taken: (merchant: string) =>
      `${merchant} has another payment with this reference, so it cannot be paid by this link.`,
  },
  email: {
    hello: (name: string) => `Hello ${name},`,
    receiptSubject: (merchant: string, amount: string) => `Receipt: ${amount} paid to ${merchant}`,
    receiptHeading: (merchant: string) => `You paid ${merchant}`,
    receiptWhy: (merchant: string) =>
      `You receive this receipt because you paid ${merchant} and your e-mail address was given for the payment.`,
    refundSubject: (merchant: string, amount: string) => `Refund: ${amount} from ${merchant}`,
    refundHeading: (merchant: string) => `${merchant} refunded your payment`,
    refundTo: 'Paid to',
    refundElsewhere: (merchant: string) =>
      `The refund went to a different account from the one that you paid from. If you do not know this account, contact ${merchant} now.`,
    refundWhy: (merchant: string) =>
      `You receive this e-mail because ${merchant} refunded a payment for which your e-mail address was given.`,
    linkSubject: (merchant: string) => `Payment request from ${merchant}`,
    linkHeading: (merchant: string) => `${merchant} asks you to pay`,
    linkOpenAmount: 'You enter the amount on the next page.',
    payNow: 'Pay now',
    linkUnexpected: (merchant: string) =>
      `If you do not expect this request, contact ${merchant} before you pay.`,
    linkWhy: (merchant: string) => `${merchant} sent you this e-mail.`,
  },
  notFound: {
    title: 'We can’t find this payment.',
    explain: 'The link might be incomplete, or the payment does not exist.',
    money: 'Opening this page did not take any money.',
    next: 'Go back to the shop and open the payment from there again.',
  },
  nothingHere: {
    title: 'Page not found.',
    explain: 'The link might be incomplete or mistyped.',
    next: 'Go back to where you came from and open the link from there again.',
  },
  cannotStart: {
    title: 'This payment can’t start.',
    explain: 'We could not accept the shop’s request. It is not your fault.',
    next: 'Go back to the shop and try again. If it happens again, contact the shop.',
    technical: 'Details for the shop',
  },
  unavailable: {
    title: 'This page is not working right now.',
    explain: 'Something on our side is not working. Please try again in a minute.',
    money: 'If you have not approved a payment at your bank, no money has left your account.',
    approved:
      'If you have approved it, please do not pay again. Your bank confirms it to us, and we let the shop know.',
    retry: 'Try again',
  },
};
