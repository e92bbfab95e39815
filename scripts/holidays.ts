// Writes South Africa's public holidays as a table from a library's rules: the service reads a short text instead of
// loading the calendars of all countries.
import Holidays from 'date-holidays';

const [firstYear, lastYear] = [1900, 3199];

/** Returns the days of each year as "MM-DD", including the Monday after a holiday on a Sunday. */
export function holidaysJson(): string {
  const rules = new Holidays('ZA', { types: ['public'] });
  const years: Record<string, string> = {};
  for (let year = firstYear; year <= lastYear; year += 1) {
    years[year] = rules
      .getHolidays(year)
      .map(({ date }) => date.slice('YYYY-'.length, 'YYYY-MM-DD'.length))
      .join(' ');
  }
  return `${JSON.stringify(years, null, 2)}\n`;
}
