# A backend that mints: Ruby and Rack. Rails mounts such an object, too: `mount EmbedSession => "/api/embed-session"`.

require "json"
require "logger"
require "net/http"
require "rack"
require "securerandom"

# Replace with your own sign-in. This example checks no password and never signs anyone out.
module SignIn
  USERS = { "ada" => { company: "Acme Retail", timezone: "Europe/Berlin" } }.freeze
  @signed_in = {}

  def self.call(env)
    user = JSON.parse(env["rack.input"].read(10_000) || "")["user"]
    return [401, {}, []] unless env["REQUEST_METHOD"] == "POST" && USERS.key?(user)

    token = SecureRandom.urlsafe_base64(32)
    @signed_in[token] = user
    # On https, add `; Secure`.
    [204, { "set-cookie" => "token=#{token}; HttpOnly; SameSite=Lax; Path=/" }, []]
  end

  def self.user_of(env)
    @signed_in[Rack::Request.new(env).cookies["token"]]
  end
end

# The endpoint.
module EmbedSession
  # This path is an assumption. `GET /api/v1/spec` of your tenant has the last word.
  SERVICE = URI("#{ENV.fetch("SVC_BASE_URL")}/api/v1/embed/generate-session")
  # The origin of your pages, such as https://app.example.com.
  ORIGIN = ENV.fetch("ORIGIN") { "http://localhost:#{ENV.fetch("PORT", "3000")}" }
  LOG = Logger.new($stderr)
  # A user may ask this often in this many seconds. Counted in this process, for the users who asked last.
  REQUESTS = 60.0
  WINDOW = 60.0
  MOST_USERS = 10_000
  @asked = {}
  @lock = Mutex.new

  Refused = Class.new(StandardError)

  def self.call(env)
    return answer(405, { error: "Use POST." }, "allow" => "POST") unless env["REQUEST_METHOD"] == "POST"

    # The server joins two headers of a name by a comma, which no right value has.
    site, origin = env.values_at("HTTP_SEC_FETCH_SITE", "HTTP_ORIGIN")
    # Both headers come from the browser, and neither outweighs the other: a page of any host name that
    # leads to this server is `same-origin`. With `Sec-Fetch-Site` only, it is no POST of a browser.
    is_own = [nil, "same-origin"].include?(site) && (origin == ORIGIN || (site.nil? && origin.nil?))
    return answer(403, { error: "Only pages of this origin may ask for a session." }) unless is_own
    # No form can send it, not even one that somebody's markup has put into the page.
    return answer(403, { error: "The header x-svc-embed: 1 is missing." }) unless env["HTTP_X_SVC_EMBED"] == "1"

    user = SignIn.user_of(env)
    return answer(401, { error: "Nobody is signed in." }) if user.nil?

    wait = seconds_to_wait(user)
    return answer(429, { error: "There were too many requests." }, "retry-after" => wait.to_s) if wait.positive?

    answer(200, { sessionId: mint(SignIn::USERS.fetch(user)) })
  rescue StandardError => e
    # The reason is for your log. The page does not learn it. 502 if the service refuses, 503 if it may
    # succeed later.
    LOG.error("No session was minted: #{e.class}: #{e.message.inspect}")
    answer(e.is_a?(Refused) ? 502 : 503, { error: "No session was minted." })
  end

  def self.answer(status, body, headers = {})
    ours = {
      "cache-control" => "no-store",
      "content-type" => "application/json",
      "x-content-type-options" => "nosniff"
    }
    [status, ours.merge(headers), [JSON.generate(body)]]
  end

  # Asks the service for a session id. A redirect is not followed: it must not take the key elsewhere.
  def self.mint(user)
    request = Net::HTTP::Post.new(SERVICE, "content-type" => "application/json")
    request["authorization"] = "Bearer #{ENV.fetch("SVC_API_KEY")}"
    request.body = JSON.generate(
      embedTenantProfile: { displayName: user[:company] }, settings: { timezone: user[:timezone] }
    )
    options = { use_ssl: SERVICE.scheme == "https", open_timeout: 10, read_timeout: 10, max_retries: 0 }
    text = +""
    response = Net::HTTP.start(SERVICE.hostname, SERVICE.port, **options) do |http|
      http.request(request) do |answering|
        answering.read_body { |part| (text << part).bytesize > 64_000 && raise(Refused, "the answer is too long") }
      end
    end
    status = response.code.to_i
    raise "the service answered #{status}" if status == 429 || status >= 500
    raise Refused, "the service answered #{status}" unless (200..299).cover?(status)

    found = JSON.parse(text)
    id = found.is_a?(Hash) ? found["sessionId"] : nil
    id.is_a?(String) && !id.empty? ? id : raise(Refused, "the answer has no session id")
  rescue JSON::ParserError
    raise Refused, "the answer is no JSON"
  end

  # Counts a request of a user. 0 if it is not one too many.
  def self.seconds_to_wait(user)
    @lock.synchronize do
      now = Process.clock_gettime(Process::CLOCK_MONOTONIC)
      left, at = @asked.delete(user) || [REQUESTS, now]
      left = [REQUESTS, left + ((now - at) * REQUESTS / WINDOW)].min
      @asked[user] = [left >= 1 ? left - 1 : left, now]
      @asked.shift if @asked.size > MOST_USERS
      left >= 1 ? 0 : ((1 - left) * WINDOW / REQUESTS).ceil
    end
  end
end

map("/api/embed-session") { run EmbedSession }
map("/login") { run SignIn }
