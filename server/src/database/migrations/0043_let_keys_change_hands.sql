-- An owner gives an API key to another member, before its creator is removed and their keys end [DP-01 TM-09].
grant update (created_by) on api_keys to idanimo_app;
