-- Prices by the name of their item, not by position: a new item needs no migration. The server inserts opening prices.

alter table price_items disable trigger price_items_append_only;
alter table price_items add column item text;
-- beside the version before: no release ran yet
update price_items set item = (array['nin', 'phone', 'face', 'company', 'bvn', 'vin', 'licenseNumber', 'stolenCheck', 'stakeholders', 'legitCar'])[position + 1];
alter table price_items enable trigger price_items_append_only;
-- beside the version before: no release ran yet
alter table price_items drop constraint price_items_pkey, drop column position,
  alter column item set not null, add primary key (item, valid_from), add check (item ~ '^[a-zA-Z_]{1,40}$');
