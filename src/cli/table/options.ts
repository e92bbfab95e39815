// Options shared by several commands.

export const siteOption = { '--site <CODE>': 'for this site (default: the demo site)' };

export const byOption = { '--by <NAME>': 'who decides (default: the system’s user)' };
