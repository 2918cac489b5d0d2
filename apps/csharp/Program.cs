// A backend that mints: C# and its standard library, for .NET 8 and newer.

using System;
using System.Collections.Generic;
using System.IO;
using System.Net;
using System.Net.Http;
using System.Net.Http.Headers;
using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;
using System.Threading.Tasks;

static class Program
{
    static readonly string Port = Setting("PORT", "3000");
    static readonly string ApiKey = Setting("SVC_API_KEY");
    // This path is an assumption. `GET /api/v1/spec` of your tenant has the last word.
    static readonly Uri Service = new Uri(Setting("SVC_BASE_URL") + "/api/v1/embed/generate-session");
    // The origin of your pages, such as https://app.example.com.
    static readonly string Origin = Setting("ORIGIN", "http://localhost:" + Port);

    static string Setting(string name, string usual = null)
    {
        return Environment.GetEnvironmentVariable(name) ?? usual
            ?? throw new InvalidOperationException("Set " + name + ".");
    }

    // Replace with your own sign-in. This example checks no password and never signs anyone out.
    class User
    {
        public string Id, Company, Timezone;
    }

    static readonly Dictionary<string, User> Users = new Dictionary<string, User>
    {
        ["ada"] = new User { Id = "ada", Company = "Acme Retail", Timezone = "Europe/Berlin" },
    };
    static readonly Dictionary<string, User> SignedIn = new Dictionary<string, User>();

    static void Login(HttpListenerContext context)
    {
        var text = new char[10_000];
        using (var reader = new StreamReader(context.Request.InputStream))
        {
            var length = reader.ReadBlock(text, 0, text.Length);
            var name = Regex.Match(new string(text, 0, length), "\"user\"\\s*:\\s*\"(\\w+)\"");
            if (context.Request.HttpMethod != "POST" || !Users.TryGetValue(name.Groups[1].Value, out var user))
            {
                context.Response.StatusCode = 401;
                return;
            }
            var random = new byte[32];
            using (var generator = RandomNumberGenerator.Create()) generator.GetBytes(random);
            var token = BitConverter.ToString(random).Replace("-", "");
            lock (SignedIn) SignedIn[token] = user;
            // On https, add `; Secure`.
            context.Response.AddHeader("Set-Cookie", "token=" + token + "; HttpOnly; SameSite=Lax; Path=/");
            context.Response.StatusCode = 204;
        }
    }

    static User UserOf(HttpListenerRequest request)
    {
        var token = Regex.Match(request.Headers["Cookie"] ?? "", "(?:^|; )token=([^;]*)");
        lock (SignedIn) return SignedIn.TryGetValue(token.Groups[1].Value, out var user) ? user : null;
    }

    // The endpoint.
    static async Task EmbedSession(HttpListenerContext context)
    {
        var request = context.Request;
        if (request.HttpMethod != "POST")
        {
            context.Response.AddHeader("Allow", "POST");
            Answer(context, 405, "error", "Use POST.");
            return;
        }
        // Two headers of a name are joined by a comma, which no right value has.
        string site = request.Headers["Sec-Fetch-Site"], origin = request.Headers["Origin"];
        // Both headers come from the browser, and neither outweighs the other: a page of any host name that
        // leads to this server is `same-origin`. With `Sec-Fetch-Site` only, it is no POST of a browser.
        var isSite = site == null || site == "same-origin";
        var isOrigin = origin == Origin || (site == null && origin == null);
        if (!isSite || !isOrigin)
        {
            Answer(context, 403, "error", "Only pages of this origin may ask for a session.");
            return;
        }
        // No form can send it, not even one that somebody's markup has put into the page.
        if (request.Headers["X-Svc-Embed"] != "1")
        {
            Answer(context, 403, "error", "The header x-svc-embed: 1 is missing.");
            return;
        }
        var user = UserOf(request);
        if (user == null)
        {
            Answer(context, 401, "error", "Nobody is signed in.");
            return;
        }
        var wait = SecondsToWait(user.Id);
        if (wait > 0)
        {
            context.Response.AddHeader("Retry-After", wait.ToString());
            Answer(context, 429, "error", "There were too many requests.");
            return;
        }
        try
        {
            Answer(context, 200, "sessionId", await Mint(user));
        }
        catch (Exception error) when (error is Refused || error is HttpRequestException || error is OperationCanceledException)
        {
            // The reason is for your log. The page does not learn it.
            Console.Error.WriteLine("No session was minted: " + error.GetType().Name + ": " + error.Message);
            Answer(context, error is Refused ? 502 : 503, "error", "No session was minted.");
        }
    }

    // No value that is answered needs to be escaped in JSON: the pattern of an id allows none.
    static void Answer(HttpListenerContext context, int status, string name, string value)
    {
        var body = Encoding.UTF8.GetBytes("{\"" + name + "\":\"" + value + "\"}");
        var response = context.Response;
        response.StatusCode = status;
        response.AddHeader("Cache-Control", "no-store");
        response.AddHeader("X-Content-Type-Options", "nosniff");
        response.ContentType = "application/json";
        if (context.Request.HttpMethod == "HEAD") return;
        response.ContentLength64 = body.Length;
        response.OutputStream.Write(body, 0, body.Length);
    }

    /// <summary>The service refuses.</summary>
    class Refused : Exception
    {
        public Refused(string reason) : base(reason) { }
    }

    // A redirect is not followed: it must not take the key elsewhere. The time is that of the whole answer.
    static readonly HttpClient Client = new HttpClient(new HttpClientHandler { AllowAutoRedirect = false })
    {
        Timeout = TimeSpan.FromSeconds(10),
        MaxResponseContentBufferSize = 64_000,
    };
    // With a library for JSON, read the field with it.
    static readonly Regex SessionId = new Regex("\"sessionId\"\\s*:\\s*\"([^\"\\\\\\p{Cc}]+)\"");

    /// <summary>Asks the service for a session id. Throws `Refused` if it refuses, and something else if it may succeed later.</summary>
    static async Task<string> Mint(User user)
    {
        var session = "{\"embedTenantProfile\":{\"displayName\":\"" + user.Company
            + "\"},\"settings\":{\"timezone\":\"" + user.Timezone + "\"}}";
        using (var request = new HttpRequestMessage(HttpMethod.Post, Service))
        {
            request.Headers.Authorization = new AuthenticationHeaderValue("Bearer", ApiKey);
            request.Content = new StringContent(session, Encoding.UTF8, "application/json");
            using (var response = await Client.SendAsync(request))
            {
                var status = (int)response.StatusCode;
                if (status == 429 || status >= 500) throw new HttpRequestException("the service answered " + status);
                if (status / 100 != 2) throw new Refused("the service answered " + status);
                var id = SessionId.Match(await response.Content.ReadAsStringAsync());
                return id.Success ? id.Groups[1].Value : throw new Refused("the answer has no session id");
            }
        }
    }

    // A user may ask this often in this many seconds. Counted in this process, for the users who asked last.
    const double Requests = 60, Window = 60;
    const int MostUsers = 10_000;

    class Count
    {
        public string User;
        public double Left;
        public DateTime At;
    }

    static readonly Dictionary<string, LinkedListNode<Count>> Asked = new Dictionary<string, LinkedListNode<Count>>();
    static readonly LinkedList<Count> ByTurn = new LinkedList<Count>();

    /// <summary>Counts a request of a user. 0 if it is not one too many.</summary>
    static int SecondsToWait(string id)
    {
        lock (Asked)
        {
            var now = DateTime.UtcNow;
            var left = Requests;
            if (Asked.TryGetValue(id, out var before))
            {
                ByTurn.Remove(before);
                var seconds = Math.Max(0, (now - before.Value.At).TotalSeconds);
                left = Math.Min(Requests, before.Value.Left + seconds * Requests / Window);
            }
            Asked[id] = ByTurn.AddLast(new Count { User = id, Left = left >= 1 ? left - 1 : left, At = now });
            if (Asked.Count > MostUsers)
            {
                Asked.Remove(ByTurn.First.Value.User);
                ByTurn.RemoveFirst();
            }
            return left >= 1 ? 0 : (int)Math.Ceiling((1 - left) * Window / Requests);
        }
    }

    static async Task Serve(HttpListenerContext context)
    {
        try
        {
            switch (context.Request.Url.AbsolutePath)
            {
                case "/api/embed-session": await EmbedSession(context); break;
                case "/login": Login(context); break;
                default: context.Response.StatusCode = 404; break;
            }
            context.Response.Close();
        }
        catch (Exception error)
        {
            // The browser has left.
            Console.Error.WriteLine(error.GetType().Name);
            context.Response.Abort();
        }
    }

    static void Main()
    {
        using (var listener = new HttpListener())
        {
            listener.Prefixes.Add("http://localhost:" + Port + "/");
            listener.Start();
            while (true)
            {
                var context = listener.GetContext();
                Task.Run(() => Serve(context));
            }
        }
    }
}
