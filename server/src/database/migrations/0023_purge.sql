-- 0023: the second lock on the last two tables that hold something sealed of a request: what a source answered while another part is
-- still to be asked, and messages that wait. An account sees those of its own requests, and messages sealed with its own key.
alter table lookup_attempts enable row level security;
alter table lookup_attempts force row level security;
alter table outbox_messages enable row level security;
alter table outbox_messages force row level security;
-- the requests' own policy decides which of them there are
create policy requests_rows on lookup_attempts using ((select current_setting('idanimo.owner', true)) = 'system'
  or exists (select from verification_requests r where r.id = request_id));
create policy requests_rows on outbox_messages using ((select current_setting('idanimo.owner', true)) in (key_id::text, 'system')
  or exists (select from verification_requests r where r.id = request_id));
