-- 0012: a look-up is asked in parts. What one part found is kept while another one is still to be asked, sealed with the
-- request's own key; it is erased when the item settles, and by the purge at the latest.
alter table lookup_attempts add column answer_sealed bytea;
alter table lookup_attempts add constraint lookup_attempts_keep_what_was_found check (answer_sealed is null or result = 'found');
grant update (answer_sealed) on lookup_attempts to idanimo_app;
