-- A member without activity is warned twice before they are suspended [TM-14].

alter table members add column idle_warned_at timestamptz; -- the latest warning; it counts only without activity since then
alter table members add column idle_warning smallint check (idle_warning in (1, 2));
