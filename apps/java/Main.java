// A backend that mints: Java 17 and its standard library. `java Main.java` runs it.

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

public class Main {
    static final String PORT = System.getenv().getOrDefault("PORT", "3000");
    static final String API_KEY = System.getenv("SVC_API_KEY");
    // This path is an assumption. `GET /api/v1/spec` of your tenant has the last word.
    static final URI SERVICE = URI.create(System.getenv("SVC_BASE_URL") + "/api/v1/embed/generate-session");
    // The origin of your pages, such as https://app.example.com.
    static final String ORIGIN = System.getenv().getOrDefault("ORIGIN", "http://localhost:" + PORT);

    // Replace with your own sign-in. This example checks no password and never signs anyone out.
    record User(String id, String company, String timezone) {}

    static final Map<String, User> USERS = Map.of("ada", new User("ada", "Acme Retail", "Europe/Berlin"));
    static final Map<String, User> SIGNED_IN = new ConcurrentHashMap<>();

    static void login(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readNBytes(10_000), StandardCharsets.UTF_8);
        Matcher name = Pattern.compile("\"user\"\\s*:\\s*\"(\\w+)\"").matcher(body);
        User user = name.find() ? USERS.get(name.group(1)) : null;
        if (!exchange.getRequestMethod().equals("POST") || user == null) {
            exchange.sendResponseHeaders(401, -1);
            return;
        }
        byte[] random = new byte[32];
        new SecureRandom().nextBytes(random);
        String token = Base64.getUrlEncoder().withoutPadding().encodeToString(random);
        SIGNED_IN.put(token, user);
        // On https, add `; Secure`.
        exchange.getResponseHeaders().add("Set-Cookie", "token=" + token + "; HttpOnly; SameSite=Lax; Path=/");
        exchange.sendResponseHeaders(204, -1);
    }

    static User userOf(HttpExchange exchange) {
        String cookies = String.join("; ", exchange.getRequestHeaders().getOrDefault("Cookie", List.of()));
        Matcher token = Pattern.compile("(?:^|; )token=([^;]*)").matcher(cookies);
        return token.find() ? SIGNED_IN.get(token.group(1)) : null;
    }

    // The endpoint.
    static void embedSession(HttpExchange exchange) throws IOException {
        if (!exchange.getRequestMethod().equals("POST")) {
            exchange.getResponseHeaders().set("Allow", "POST");
            answer(exchange, 405, "error", "Use POST.");
            return;
        }
        Headers headers = exchange.getRequestHeaders();
        List<String> site = headers.get("Sec-Fetch-Site");
        List<String> origin = headers.get("Origin");
        // Both headers come from the browser, and neither outweighs the other: a page of any host name that
        // leads to this server is `same-origin`. With `Sec-Fetch-Site` only, it is no POST of a browser.
        boolean isSite = site == null || site.equals(List.of("same-origin"));
        boolean isOrigin = List.of(ORIGIN).equals(origin) || (site == null && origin == null);
        if (!isSite || !isOrigin) {
            answer(exchange, 403, "error", "Only pages of this origin may ask for a session.");
            return;
        }
        // No form can send it, not even one that somebody's markup has put into the page.
        if (!List.of("1").equals(headers.get("X-Svc-Embed"))) {
            answer(exchange, 403, "error", "The header x-svc-embed: 1 is missing.");
            return;
        }
        User user = userOf(exchange);
        if (user == null) {
            answer(exchange, 401, "error", "Nobody is signed in.");
            return;
        }
        int wait = secondsToWait(user.id());
        if (wait > 0) {
            exchange.getResponseHeaders().set("Retry-After", String.valueOf(wait));
            answer(exchange, 429, "error", "There were too many requests.");
            return;
        }
        try {
            answer(exchange, 200, "sessionId", mint(user));
        } catch (Refused | IOException | InterruptedException error) {
            // The reason is for your log. The page does not learn it.
            System.err.println("No session was minted: " + error);
            answer(exchange, error instanceof Refused ? 502 : 503, "error", "No session was minted.");
        }
    }

    // No value that is answered needs to be escaped in JSON: the pattern of an id allows none.
    static void answer(HttpExchange exchange, int status, String name, String value) throws IOException {
        byte[] body = "{\"%s\":\"%s\"}".formatted(name, value).getBytes(StandardCharsets.UTF_8);
        Headers headers = exchange.getResponseHeaders();
        headers.set("Cache-Control", "no-store");
        headers.set("Content-Type", "application/json");
        headers.set("X-Content-Type-Options", "nosniff");
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
    }

    /** The service refuses. */
    static class Refused extends Exception {
        Refused(String reason) {
            super(reason);
        }
    }

    // A redirect is not followed: it must not take the key elsewhere.
    static final HttpClient CLIENT = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();
    // With a library for JSON, read the field with it.
    static final Pattern SESSION_ID = Pattern.compile("\"sessionId\"\\s*:\\s*\"([^\"\\\\\\p{Cntrl}]+)\"");

    /** Asks the service for a session id. Throws `Refused` if it refuses, and `IOException` if it may succeed later. */
    static String mint(User user) throws Refused, IOException, InterruptedException {
        String session = "{\"embedTenantProfile\":{\"displayName\":\"%s\"},\"settings\":{\"timezone\":\"%s\"}}"
                .formatted(user.company(), user.timezone());
        HttpRequest request = HttpRequest.newBuilder(SERVICE)
                .timeout(Duration.ofSeconds(10))
                .header("Authorization", "Bearer " + API_KEY)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(session))
                .build();
        var response = CLIENT.send(request, HttpResponse.BodyHandlers.ofInputStream());
        try (var body = response.body()) {
            int status = response.statusCode();
            if (status == 429 || status >= 500) throw new IOException("the service answered " + status);
            if (status / 100 != 2) throw new Refused("the service answered " + status);
            Matcher id = SESSION_ID.matcher(new String(body.readNBytes(64_000), StandardCharsets.UTF_8));
            if (!id.find()) throw new Refused("the answer has no session id");
            return id.group(1);
        }
    }

    // A user may ask this often in this many seconds. Counted in this process, for the users who asked last.
    static final double REQUESTS = 60;
    static final double WINDOW = 60;

    record Count(double left, long at) {}

    static final Map<String, Count> ASKED = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Count> eldest) {
            return size() > 10_000;
        }
    };

    /** Counts a request of a user. 0 if it is not one too many. */
    static synchronized int secondsToWait(String id) {
        long now = System.nanoTime();
        Count before = ASKED.remove(id);
        double seconds = before == null ? 0 : (now - before.at()) / 1e9;
        double left = before == null ? REQUESTS : Math.min(REQUESTS, before.left() + seconds * REQUESTS / WINDOW);
        ASKED.put(id, new Count(left >= 1 ? left - 1 : left, now));
        return left >= 1 ? 0 : (int) Math.ceil((1 - left) * WINDOW / REQUESTS);
    }

    interface Handler {
        void handle(HttpExchange exchange) throws IOException;
    }

    static void serve(HttpServer server, String path, Handler handler) {
        server.createContext(path, exchange -> {
            try (exchange) {
                handler.handle(exchange);
            }
        });
    }

    public static void main(String[] args) throws IOException {
        if (API_KEY == null) throw new IllegalStateException("Set SVC_BASE_URL and SVC_API_KEY.");
        HttpServer server = HttpServer.create(new InetSocketAddress("localhost", Integer.parseInt(PORT)), 0);
        serve(server, "/api/embed-session", Main::embedSession);
        serve(server, "/login", Main::login);
        server.setExecutor(Executors.newCachedThreadPool());
        server.start();
    }
}
