<?php
// A backend that mints: PHP with its extension curl. `php -S localhost:3000 main.php` runs it.

declare(strict_types=1);

// This path is an assumption. `GET /api/v1/spec` of your tenant has the last word.
const GENERATE_SESSION = '/api/v1/embed/generate-session';

// Replace with your own sign-in. This example checks no password and never signs anyone out.
const USERS = ['ada' => ['company' => 'Acme Retail', 'timezone' => 'Europe/Berlin']];

function sign_in(): void
{
    $user = json_decode((string) file_get_contents('php://input'), true)['user'] ?? null;
    if (!is_string($user) || !isset(USERS[$user])) {
        http_response_code(401);
        return;
    }
    // On https, add 'cookie_secure' => true.
    session_start(['name' => 'token', 'cookie_httponly' => true, 'cookie_samesite' => 'Lax', 'use_strict_mode' => true]);
    session_regenerate_id(true);
    $_SESSION['user'] = $user;
    http_response_code(204);
}

function user_of_request(): ?string
{
    if (!isset($_COOKIE['token'])) {
        return null;
    }
    session_start(['name' => 'token', 'use_strict_mode' => true, 'read_and_close' => true]);
    return $_SESSION['user'] ?? null;
}

// The endpoint.
function embed_session(): void
{
    // The origin of your pages, such as https://app.example.com.
    $origin = getenv('ORIGIN') ?: 'http://localhost:' . (getenv('PORT') ?: '3000');
    if ($_SERVER['REQUEST_METHOD'] !== 'POST') {
        header('Allow: POST');
        answer(405, ['error' => 'Use POST.']);
        return;
    }
    // PHP joins two headers of a name by a comma, which no right value has.
    $site = $_SERVER['HTTP_SEC_FETCH_SITE'] ?? null;
    $from = $_SERVER['HTTP_ORIGIN'] ?? null;
    // Both headers come from the browser, and neither outweighs the other: a page of any host name that
    // leads to this server is `same-origin`. With `Sec-Fetch-Site` only, it is no POST of a browser.
    $is_own = in_array($site, [null, 'same-origin'], true) && ($from === $origin || ($site === null && $from === null));
    if (!$is_own) {
        answer(403, ['error' => 'Only pages of this origin may ask for a session.']);
        return;
    }
    // No form can send it, not even one that somebody's markup has put into the page.
    if (($_SERVER['HTTP_X_SVC_EMBED'] ?? null) !== '1') {
        answer(403, ['error' => 'The header x-svc-embed: 1 is missing.']);
        return;
    }
    $user = user_of_request();
    if ($user === null) {
        answer(401, ['error' => 'Nobody is signed in.']);
        return;
    }
    $wait = seconds_to_wait($user);
    if ($wait > 0) {
        header("Retry-After: $wait");
        answer(429, ['error' => 'There were too many requests.']);
        return;
    }
    [$status, $id] = mint(USERS[$user]);
    answer($status, $id === null ? ['error' => 'No session was minted.'] : ['sessionId' => $id]);
}

function answer(int $status, array $body): void
{
    http_response_code($status);
    header('Cache-Control: no-store');
    header('Content-Type: application/json');
    header('X-Content-Type-Options: nosniff');
    echo json_encode($body);
}

/** Asks the service for a session id. The status is 503 if it may succeed later, and 502 if it refuses. */
function mint(array $user): array
{
    $session = [
        'embedTenantProfile' => ['displayName' => $user['company']],
        'settings' => ['timezone' => $user['timezone']],
    ];
    $text = '';
    $request = curl_init(getenv('SVC_BASE_URL') . GENERATE_SESSION);
    curl_setopt_array($request, [
        CURLOPT_POSTFIELDS => json_encode($session),
        CURLOPT_HTTPHEADER => ['Content-Type: application/json', 'Authorization: Bearer ' . getenv('SVC_API_KEY')],
        CURLOPT_TIMEOUT => 10,
        // The answer is short. A redirect is not followed: it must not take the key elsewhere.
        CURLOPT_WRITEFUNCTION => function ($request, string $part) use (&$text): int {
            $text .= $part;
            return strlen($text) > 64_000 ? 0 : strlen($part);
        },
    ]);
    $is_answered = curl_exec($request);
    $status = curl_getinfo($request, CURLINFO_RESPONSE_CODE);
    $id = $status >= 200 && $status < 300 ? json_decode($text, true)['sessionId'] ?? null : null;
    if ($is_answered && is_string($id) && $id !== '') {
        return [200, $id];
    }
    // The reason is for your log. The page does not learn it.
    error_log('No session was minted: ' . ($status === 0 ? curl_error($request) : "the service answered $status"));
    return [$status === 0 || $status === 429 || $status >= 500 ? 503 : 502, null];
}

/** Counts a request of a user: 60 a minute. Each request is a process, so a file keeps the count. 0 if it is not one too many. */
function seconds_to_wait(string $user): int
{
    [$requests, $window] = [60.0, 60.0];
    $file = fopen(sys_get_temp_dir() . '/embed-' . hash('sha256', $user), 'c+');
    flock($file, LOCK_EX);
    $now = microtime(true);
    [$left, $at] = json_decode((string) stream_get_contents($file), true) ?? [$requests, $now];
    $left = min($requests, $left + ($now - $at) * $requests / $window);
    $wait = $left >= 1 ? 0 : (int) ceil((1 - $left) * $window / $requests);
    ftruncate($file, 0);
    rewind($file);
    fwrite($file, (string) json_encode([$left >= 1 ? $left - 1 : $left, $now]));
    fclose($file);
    return $wait;
}

match (parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH)) {
    '/api/embed-session' => embed_session(),
    '/login' => sign_in(),
    default => http_response_code(404),
};
