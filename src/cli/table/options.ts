// Options shared by several commands.

export const siteOption = { '--site <CODE>': 'for this site (default: the demo site)' };

export const byOption = {
  '--by <NAME>': 'who decides: a name, or the address of somebody with a login (default: the system’s user)',
};
