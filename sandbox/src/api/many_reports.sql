-- Adds to the first deployment those of ?1 reports that it does not have, each created an hour before
-- the one before it. `OR IGNORE` would use up ids.
WITH RECURSIVE
    numbers (n) AS (SELECT 1 WHERE ?1 > 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?1),
    words (measures, parts, kinds) AS (VALUES (
        '["Revenue","Orders","Returns","Customers","Average order"]',
        '["region","category","status","week","month","channel","warehouse"]',
        '["vega","table","kpi"]')),
    target (deployment_id) AS (SELECT min(id) FROM deployments)
INSERT INTO reports (deployment_id, public_id, name, user_id, rest, created_at, updated_at)
SELECT deployment_id,
       printf('generated-%05d', n),
       printf('%s by %s, no. %d', json_extract(measures, printf('$[%d]', n % 5)),
              json_extract(parts, printf('$[%d]', n % 7)), n),
       (SELECT user_id FROM credentials WHERE kind = 'backend'),
       json_object('kind', json_extract(kinds, printf('$[%d]', n % 3))),
       ?2 - n * 3600000,
       ?2 - n * 3600000
FROM numbers, words, target
WHERE NOT EXISTS (
    SELECT 1 FROM reports r
    WHERE r.deployment_id = target.deployment_id AND r.public_id = printf('generated-%05d', n));
