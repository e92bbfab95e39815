-- A delivery that is to be sent once more, whatever the attempt under way comes to. The next claim fulfils it.
alter table deliveries add column again boolean not null default false;
