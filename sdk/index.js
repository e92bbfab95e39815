// CommonJS, so that `require`, `import` and Jest can all load it without a setting.
const { paymentHash, payoutHash, refundHash } = require('./hashes.js');
const {
  verifyBulkNotification,
  verifyNotification,
  verifyPayoutNotification,
} = require('./notifications.js');
const { receiveWebhooks } = require('./handler.js');
const { startSandbox } = require('./sandbox.js');
const { spawnTefo } = require('./spawn.js');
const { SignatureError, verifyWebhook } = require('./webhooks.js');

module.exports = {
  SignatureError,
  paymentHash,
  payoutHash,
  receiveWebhooks,
  refundHash,
  spawnTefo,
  startSandbox,
  verifyBulkNotification,
  verifyNotification,
  verifyPayoutNotification,
  verifyWebhook,
};
