// Options shared by several commands.

export const siteOption = { '--site <CODE>': 'the site (default: the demo site)' };

export const byOption = {
  '--by <NAME>': 'the person who decides: a name, or a user’s email address (default: the system’s user)',
};
