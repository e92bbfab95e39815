// Every text for customers, in English. The other languages have the same shape: a missing text does not compile.
// Amounts, dates and names arrive formatted. `{n}` and `{bank}` may remain: the page's script fills them in.

export const en = {
  months: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
  frame: {
    skip: 'Skip to the main part',
    language: 'Language',
    test: 'Test',
    testMeaning: 'This is a practice payment. You choose how it ends, and no money moves.',
    sandboxMeaning: 'The banks here are simulated, so no real money moves.',
    whoRuns: (operator: string) => `${operator} runs this payment page.`,
    whoRunsFor: (operator: string, merchant: string) => `${operator} runs this payment page for ${merchant}.`,
    neverAsk: 'We never ask for your bank password or PIN. You give those only on your own bank’s page.',
    help: 'Help',
    helpOrder: (merchant: string) => `For questions about what you are buying, ask ${merchant}.`,
    helpMoney: (reference: string) =>
      `For questions about money that left your account, ask your bank and give this reference: ${reference}.`,
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
      `If you approved it at your bank, do not pay again. When your bank tells us, we tell ${merchant}.`,
  },
  leave: {
    close: 'You can close this window.',
    reach: (merchant: string) => `To reach ${merchant}:`,
    asBefore: (merchant: string) =>
      `To reach ${merchant}, use the message or the page that brought you here.`,
    phone: 'Phone',
    email: 'E-mail',
  },
  choose: {
    title: 'Choose your bank',
    search: 'Search for your bank',
    searchButton: 'Search',
    noneFound: 'No bank here has that name.',
    showAll: 'Show all banks',
    lastUsed: 'Last used',
    unavailable: 'Not available right now',
    unavailableReasons: {
      down: 'it does not answer',
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
    explain: 'Scan this with your phone’s camera, and go on there.',
    look: 'Done on your phone? See how it stands.',
  },
  consent: {
    title: 'What you agree to',
    order: (amount: string, merchant: string) =>
      `You ask us to set up one payment of ${amount} from your bank account to ${merchant}.`,
    orderVariable: (merchant: string) =>
      `You ask us to set up one payment of the amount above from your bank account to ${merchant}.`,
    approval: 'You check it and approve it at your own bank. Until you do, no money moves.',
    more: 'Read all of it',
    does: (reference: string) =>
      `What we do: we send your bank one payment with the amount, who gets it, and the reference ${reference}. We cannot change the amount, and we cannot take money again later.`,
    sees: 'What we see: your bank tells us if you paid, and from which account. We show only the last digits of it. We never see your password, your PIN or your balance.',
    shares: (merchant: string) =>
      `Who we tell: we tell ${merchant} if you paid, from which bank, and the last digits of the account.`,
    keeps:
      'What we keep: what you agreed to here, when, and from which internet address, so that you and we can prove it.',
    stops: (merchant: string) =>
      `How to stop: you can cancel until you approve at your bank. After that the payment is final, and only ${merchant} can pay the money back.`,
    version: (version: string) => `Version ${version}`,
  },
  errors: {
    title: 'There is a problem',
    noBank: 'Choose your bank first.',
    bankUnavailable: (bank: string) =>
      `${bank} can’t take payments right now. No money has left your account.`,
    bankUnreachable: (bank: string) => `We could not reach ${bank}. No money has left your account.`,
    otherBank: 'Choose another bank, or try again later.',
    amountMissing: 'Type how much you want to pay.',
    amountUnreadable: 'Type the amount in rand and cents, such as 150,50.',
    amountOutOfRange: (min: string, max: string) => `Type an amount from ${min} to ${max}.`,
  },
  lastTry: {
    title: 'Your last try did not work',
    next: 'Choose another bank, or try again.',
  },
  testOutcome: {
    title: 'Choose how this test ends',
    explain: (merchant: string) =>
      `No bank is asked and no money is booked. ${merchant} gets the answer that you choose, just as with a real payment.`,
    successful: 'Successful',
    successfulMeans: 'The bank paid.',
    cancelled: 'Cancelled',
    cancelledMeans: 'The customer cancelled at the bank.',
    error: 'Error',
    errorMeans: 'The bank could not make the payment.',
    abandoned: 'Abandoned',
    abandonedMeans: 'The customer left and did not come back.',
    pending: 'Pending',
    pendingMeans: 'The bank has not given its answer yet.',
    button: 'End the test this way',
    missing: 'Choose how the test ends.',
  },
  atBank: {
    title: (bank: string) => `Approve it at ${bank}`,
    explain: (bank: string) =>
      `Your payment is ready at ${bank}. Check the amount and the name there, then approve it.`,
    next: 'After that, your bank brings you back here, and we show you the result.',
    button: (bank: string) => `Continue at ${bank}`,
    other: 'Choose another bank',
  },
  eft: {
    or: 'Or pay it yourself',
    pay: 'Pay by EFT or PayShap',
    hint: 'You pay from any bank, in your own banking app. We show you the account and the reference.',
    started: 'You have the details to pay by EFT or PayShap. If you have paid already, do not pay again.',
    explain: 'Pay this account in your own banking app. Copy every detail exactly as it is here.',
    holder: 'Account holder',
    account: 'Account number',
    branch: 'Branch code',
    copy: 'Copy',
    copied: 'Copied',
    exact: (amount: string) =>
      `Pay exactly ${amount}, once, and give exactly this reference. Otherwise a person must check it first, and that takes longer.`,
    range: (min: string, max: string) =>
      `You may pay any amount from ${min} to ${max}, once. Give exactly this reference.`,
    waiting: 'Waiting for your payment.',
    statement:
      'We see your payment on the bank’s next statement. PayShap is often there soon; an EFT may take until the next working day.',
    seen: (merchant: string) =>
      `As soon as it is there, this page changes by itself, and we tell ${merchant}.`,
    safe: 'You can close this page and come back to it. Please do not pay twice.',
    later: (merchant: string) => `If your money comes later than that, we tell ${merchant} all the same.`,
    other: 'Choose another way to pay',
    print: 'Print this page',
    held: 'Being checked.',
    heldAmount: (came: string, asked: string) =>
      `${came} has come, but ${asked} was asked for. So a person must look at it first.`,
    heldMore: 'More than one payment has come with this reference. So a person must look at it first.',
    heldNext: (merchant: string) =>
      `Your money is not lost. Please do not pay again. When it is decided, this page changes, and we tell ${merchant}.`,
    mayHavePaid: (merchant: string) =>
      `If you have paid already, do not pay again. When we see your money, we tell ${merchant}.`,
    unused: (merchant: string) =>
      `The money that came for this payment was not used for it. Ask ${merchant} about it before you pay again.`,
  },
  waiting: {
    title: 'Waiting for your bank.',
    since: (bank: string, time: string) => `We have been waiting for ${bank} since ${time}.`,
    soon: 'This mostly takes a few seconds. This page changes by itself when your bank answers.',
    slow: (merchant: string) =>
      `Your bank has not answered yet, so your payment is pending. When the answer comes, we tell ${merchant} at once. Please do not pay again.`,
    safe: 'You can close this page. Your payment goes on without it.',
  },
  paid: {
    title: 'Paid.',
    explain: (merchant: string) =>
      `Your bank has made the payment, and we are telling ${merchant}. You have nothing more to do.`,
    late: (merchant: string) =>
      `Your bank made this payment after its time had run out. The money has left your account, and we are telling ${merchant}. Ask them if your order still goes ahead, or if they will pay you back.`,
    takingBack: (merchant: string) => `Taking you back to ${merchant}.`,
    stay: 'Stay on this page',
  },
  notPaid: {
    title: 'Not paid.',
    declined: (bank: string) => `${bank} said no to this payment.`,
    cancelled: (bank: string) => `You cancelled this payment at ${bank}.`,
    abandoned: (bank: string) => `The payment was not finished at ${bank}.`,
    failed: (bank: string) => `Something went wrong at ${bank}, and the payment was not made.`,
    reversed: (bank: string) => `${bank} made this payment, and then took the money back.`,
    declinedNext: 'Check your balance and your daily limit with your bank, or pay from another bank.',
    otherNext: 'You can try again, or pay from another bank.',
    tryAgain: 'Try another bank',
  },
  takenBack: {
    title: 'Taken back.',
    explain: 'The money for this payment came, and then a bank took it back. So this payment is not paid.',
    money: 'Ask your bank if the money is in your account again.',
    next: (merchant: string) => `Ask ${merchant} before you pay again.`,
  },
  cancelled: {
    title: 'Cancelled.',
    explain: 'This payment was cancelled.',
    next: (merchant: string) => `If you still want to pay, start again at ${merchant}.`,
  },
  expired: {
    title: 'Expired.',
    explain: (time: string) => `The time to pay ran out on ${time}.`,
    next: (merchant: string) => `If you still want to pay, start again at ${merchant}.`,
  },
  subscribe: {
    asks: (merchant: string) => `${merchant} asks for a regular payment`,
    asksOnce: (merchant: string) => `${merchant} asks to take one payment`,
    every: {
      Daily: 'every day',
      Weekly: 'every week',
      Fortnightly: 'every two weeks',
      Monthly: 'every month',
      Biannually: 'every six months',
      Annually: 'every year',
    },
    once: 'one time',
    now: 'Now',
    onApproval: (amount: string) => `${amount}, when you approve`,
    atStart: 'Once, when approved',
    first: 'First payment',
    last: 'Last payment',
    only: 'Payment on',
    count: 'How many',
    total: 'All together',
    totalAtMost: 'All together, at most',
    withoutSingle: 'Without single payments',
    account: 'Account',
    single: 'Single payments',
    band: (merchant: string, min: string, max: string) =>
      `${merchant} may also take single payments while this runs, each from ${min} to ${max}.`,
    onlyOne: 'There is at most one of them.',
    atMost: (n: string) => `There are at most ${n} of them.`,
    together: (sum: string) => `Together they come to at most ${sum}.`,
    movesAfter: 'A payment that falls on a weekend or a public holiday is taken on the next working day.',
    movesBefore: 'A payment that falls on a weekend or a public holiday is taken on the working day before.',
    decideBefore: (time: string) => `Decide before ${time}.`,
    decline: 'Decline',
    declineAndBack: (merchant: string) => `Decline and go back to ${merchant}`,
    nothingTaken: 'No money will be taken from your account.',
    startAgain: (merchant: string) => `If you want it after all, start again at ${merchant}.`,
    agree: (merchant: string, amount: string, often: string, first: string, last: string) =>
      `You let ${merchant} take ${amount} ${often} from your bank account, from ${first} until ${last}.`,
    agreeOnce: (merchant: string, amount: string, day: string) =>
      `You let ${merchant} take ${amount} one time from your bank account, on ${day}.`,
    agreeNow: (amount: string) => `${amount} is taken as soon as you approve.`,
    agreeSingle: 'You also allow the single payments described above.',
    does: (reference: string) =>
      `What we do: we ask your bank to make the regular payments on the agreed days, with the reference ${reference}. You do not approve each payment. If your bank says no to a payment, we try it again on the next two working days.`,
    doesWithSingle: (reference: string) =>
      `What we do: we ask your bank to make the regular payments on the agreed days, and any single payment on the day it is asked for, with the reference ${reference}. You do not approve each payment. If your bank says no to a payment, we try it again on the next two working days.`,
    sees: 'What we see: your bank tells us if you approve, if each payment is made, and from which account. We show only the last digits of it. We never see your password, your PIN or your balance.',
    shares: (merchant: string) =>
      `Who we tell: we tell ${merchant} if you approve, if each payment is made, from which bank, and the last digits of the account.`,
    stops: (merchant: string) =>
      `How to stop: ask ${merchant} to cancel it, or tell your bank to stop it. What was taken by then stays taken, and only ${merchant} can pay it back.`,
    atBank: (bank: string) =>
      `Your regular payment is ready at ${bank}. Check the amount and the name there, then approve or decline it.`,
    slow: (merchant: string) =>
      `Your bank has not answered yet, so we do not know if you approved it. We keep asking, and tell ${merchant} when the answer comes. Until then, no money is taken.`,
    safe: 'You can close this page. We keep asking without it.',
    undecided: 'If you have not decided at your bank yet, you can do it there.',
    active: 'Approved.',
    activeMeans: (merchant: string) =>
      `Your bank has agreed, and we are telling ${merchant}. You have nothing more to do.`,
    agreedTitle: 'What you agreed to',
    agreedOn: (time: string) => `You agreed to this on ${time}.`,
    record: 'This page is your record. You can print it or save it.',
    print: 'Print this page',
    declined: 'Declined.',
    declinedMeans: 'This regular payment was declined.',
    stopped: 'Stopped.',
    stoppedMeans: 'Too many payments in a row were not made, so there are no new payments.',
    stoppedNext: (merchant: string) => `Ask ${merchant} what this means for what you were paying for.`,
    cancelled: 'This regular payment was cancelled.',
    cancelledLater: 'There are no new payments. A payment that your bank already has may still go through.',
    completed: 'Completed.',
    completedMeans: 'This regular payment has come to its end. There are no new payments.',
    expired: (time: string) => `The time to approve ran out on ${time}.`,
  },
  charge: {
    title: 'Nothing to do here.',
    partOf: (merchant: string) => `You allowed this payment when you approved payments to ${merchant}.`,
    byBank: 'Your bank makes it without you.',
    notYet: 'Not paid yet.',
    missed: (amount: string, day: string) => `The payment of ${amount} on ${day} was not made.`,
    takenBack: (amount: string, day: string) => `The payment of ${amount} on ${day} was taken back.`,
    again: (day: string) =>
      `We ask your bank again on ${day}. Make sure that there is enough money in your account.`,
    givenUp: 'We do not try this payment again.',
    nextOn: (day: string) => `The next one is on ${day}.`,
    noneNext: 'There are no new payments.',
    ask: (merchant: string) => `Ask ${merchant} how to pay this one.`,
  },
  noBanks: {
    title: 'This shop can’t be paid here right now.',
    explain: 'No bank is connected to this page at the moment, so there is no bank to choose.',
    next: (merchant: string) => `Ask ${merchant} how else you can pay, or come back later.`,
  },
  notFound: {
    title: 'We can’t find this payment.',
    explain: 'The link may not be complete, or the payment may not exist.',
    money: 'Opening this page did not take any money.',
    next: 'Go back to the shop and open the payment from there again.',
  },
  nothingHere: {
    title: 'There is nothing at this address.',
    explain: 'The link may not be complete, or a letter of it may be wrong.',
    next: 'Go back to where you came from and open the link from there again.',
  },
  cannotStart: {
    title: 'This payment can’t start.',
    explain: 'The shop sent us something that we can’t accept. It is not your fault.',
    next: 'Go back to the shop and try again. If it happens again, tell the shop.',
    technical: 'For the shop: what went wrong',
  },
  unavailable: {
    title: 'This page is not working right now.',
    explain: 'Something on our side is not working. Please try again in a minute.',
    money: 'If you have not approved a payment at your bank, no money has left your account.',
    approved: 'If you have approved it, do not pay again: your bank tells us, and we tell the shop.',
    retry: 'Try again',
  },
};
