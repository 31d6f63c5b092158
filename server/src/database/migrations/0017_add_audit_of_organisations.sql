-- The audit of an organisation [TM-17]: its rows by time, and from where each act came.
alter table audit_log add column address_block text check (length(address_block) <= 50);
-- beside the version before: nobody runs it yet, and few rows have an organisation
create index audit_log_organisation on audit_log (organisation_id, at desc, id desc) where organisation_id is not null;
