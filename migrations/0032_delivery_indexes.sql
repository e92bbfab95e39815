-- Each delivery changes its due time when it is claimed, and with it every index that has the time. This one served only
-- attempts that are dated while a sandbox's clock is moved; the index of what is due first serves them as well.
drop index deliveries_due;
