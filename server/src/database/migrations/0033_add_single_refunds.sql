-- One operator refunds small amounts alone [R-11]: the amount in naira at the rate of its purchase, and the limit that was set then.
alter table operator_refunds add column single_naira_minor bigint check (single_naira_minor > 0);
alter table operator_refunds add column single_limit_minor bigint;
-- beside the version before: it writes neither column, and the table has few rows
alter table operator_refunds drop constraint operator_refunds_need_two_operators,
  add constraint operator_refunds_need_two_operators
  check (lower(btrim(confirmed_by)) <> lower(btrim(asked_by)) or single_naira_minor is not null),
  add constraint operator_refunds_single_up_to_limit
  check ((single_naira_minor is null) = (single_limit_minor is null) and single_naira_minor <= single_limit_minor
    and (single_naira_minor is null or confirmed_by is null or lower(btrim(confirmed_by)) = lower(btrim(asked_by))));
grant execute on function refund_alone to idanimo_console;
