-- A person sees on "My data" whether people or a computer system of an organisation opened their record [TM-10].
-- beside the version before: its inserts leave the column to its default, which is null without a key
alter table record_views add column key_id uuid default nullif(current_setting('idanimo.key', true), '')::uuid;
