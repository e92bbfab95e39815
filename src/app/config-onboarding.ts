// The settings of merchants' onboarding documents: a part of config-table.ts.
import { oneOf, setting, whole } from '../kernel/process/settings.ts';

export const onboardingSettings = {
  onboarding: setting(
    'TEFO_ONBOARDING',
    oneOf('off', 'required'),
    'off',
    '`required`: a merchant goes live only when two users of the operator have accepted all required documents. See docs/guides/onboarding.md.',
  ),
  onboardingDays: setting(
    'TEFO_ONBOARDING_DAYS',
    whole(0, 36_500),
    '1825',
    'The number of days to keep the file of an onboarding document after it was declined, replaced or has expired; 0: unlimited. FICA requires five years.',
  ),
};
