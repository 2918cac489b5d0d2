// A backend that mints: Go and its standard library.
package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"math"
	"net/http"
	"os"
	"reflect"
	"strconv"
	"sync"
	"time"
)

var (
	port    = or(os.Getenv("PORT"), "3000")
	baseURL = os.Getenv("SVC_BASE_URL")
	apiKey  = os.Getenv("SVC_API_KEY")
	// The origin of your pages, such as https://app.example.com.
	origin = or(os.Getenv("ORIGIN"), "http://localhost:"+port)
)

// This path is an assumption. GET /api/v1/spec of your tenant has the last word.
const generateSession = "/api/v1/embed/generate-session"

// Replace with your own sign-in. This example checks no password and never signs anyone out.
type user struct{ id, company, timezone string }

var (
	users    = map[string]user{"ada": {"ada", "Acme Retail", "Europe/Berlin"}}
	signedIn sync.Map
)

func login(w http.ResponseWriter, r *http.Request) {
	var body struct{ User string }
	_ = json.NewDecoder(io.LimitReader(r.Body, 10_000)).Decode(&body)
	u, ok := users[body.User]
	if r.Method != http.MethodPost || !ok {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	random := make([]byte, 32)
	if _, err := rand.Read(random); err != nil {
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	token := hex.EncodeToString(random)
	signedIn.Store(token, u)
	// On https, add Secure: true.
	cookie := http.Cookie{Name: "token", Value: token, HttpOnly: true, SameSite: http.SameSiteLaxMode}
	http.SetCookie(w, &cookie)
	w.WriteHeader(http.StatusNoContent)
}

func userOf(r *http.Request) (user, bool) {
	cookie, err := r.Cookie("token")
	if err != nil {
		return user{}, false
	}
	found, ok := signedIn.Load(cookie.Value)
	if !ok {
		return user{}, false
	}
	return found.(user), true
}

// The endpoint.
func embedSession(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", "POST")
		answer(w, http.StatusMethodNotAllowed, "error", "Use POST.")
		return
	}
	site, from := r.Header["Sec-Fetch-Site"], r.Header["Origin"]
	// Both headers come from the browser, and neither outweighs the other: a page of any host name that
	// leads to this server is same-origin. With Sec-Fetch-Site only, it is no POST of a browser.
	isSite := site == nil || reflect.DeepEqual(site, []string{"same-origin"})
	isOrigin := reflect.DeepEqual(from, []string{origin}) || site == nil && from == nil
	if !isSite || !isOrigin {
		answer(w, http.StatusForbidden, "error", "Only pages of this origin may ask for a session.")
		return
	}
	// No form can send it, not even one that somebody's markup has put into the page.
	if !reflect.DeepEqual(r.Header["X-Svc-Embed"], []string{"1"}) {
		answer(w, http.StatusForbidden, "error", "The header x-svc-embed: 1 is missing.")
		return
	}
	u, ok := userOf(r)
	if !ok {
		answer(w, http.StatusUnauthorized, "error", "Nobody is signed in.")
		return
	}
	if wait := secondsToWait(u.id); wait > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(wait))
		answer(w, http.StatusTooManyRequests, "error", "There were too many requests.")
		return
	}
	id, status, err := mint(r.Context(), u)
	if err != nil {
		// The reason is for your log. The page does not learn it.
		log.Println("No session was minted:", err)
		answer(w, status, "error", "No session was minted.")
		return
	}
	answer(w, http.StatusOK, "sessionId", id)
}

func answer(w http.ResponseWriter, status int, name, value string) {
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]string{name: value})
}

var service = http.Client{
	Timeout: 10 * time.Second,
	// A redirect must not take the key elsewhere.
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

// Asks the service for a session id. The status is 503 if it may succeed later, and 502 if it refuses.
func mint(ctx context.Context, u user) (string, int, error) {
	session, err := json.Marshal(map[string]any{
		"embedTenantProfile": map[string]string{"displayName": u.company},
		"settings":           map[string]string{"timezone": u.timezone},
	})
	if err != nil {
		return "", http.StatusInternalServerError, err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, baseURL+generateSession, bytes.NewReader(session))
	if err != nil {
		return "", http.StatusInternalServerError, err
	}
	r.Header.Set("Authorization", "Bearer "+apiKey)
	r.Header.Set("Content-Type", "application/json")
	response, err := service.Do(r)
	if err != nil {
		return "", http.StatusServiceUnavailable, err
	}
	defer response.Body.Close()
	if response.StatusCode == http.StatusTooManyRequests || response.StatusCode >= 500 {
		return "", http.StatusServiceUnavailable, fmt.Errorf("the service answered %d", response.StatusCode)
	}
	if response.StatusCode/100 != 2 {
		return "", http.StatusBadGateway, fmt.Errorf("the service answered %d", response.StatusCode)
	}
	var found struct{ SessionID string }
	err = json.NewDecoder(io.LimitReader(response.Body, 64_000)).Decode(&found)
	if err != nil || found.SessionID == "" {
		return "", http.StatusBadGateway, fmt.Errorf("the answer has no session id")
	}
	return found.SessionID, http.StatusOK, nil
}

// A user may ask this often a minute. Counted in this process.
const requests, window = 60.0, 60.0

var (
	asked = map[string]struct {
		left float64
		at   time.Time
	}{}
	askedLock sync.Mutex
)

// Counts a request of a user. 0 if it is not one too many.
func secondsToWait(id string) int {
	askedLock.Lock()
	defer askedLock.Unlock()
	now := time.Now()
	// Whoever asked before the window has all requests again.
	for other, count := range asked {
		if len(asked) > 10_000 && now.Sub(count.at).Seconds() > window {
			delete(asked, other)
		}
	}
	count, ok := asked[id]
	if !ok {
		count.left, count.at = requests, now
	}
	count.left = math.Min(requests, count.left+now.Sub(count.at).Seconds()*requests/window)
	count.at = now
	isAllowed := count.left >= 1
	wait := 0
	if isAllowed {
		count.left--
	} else {
		wait = int(math.Ceil((1 - count.left) * window / requests))
	}
	asked[id] = count
	return wait
}

func or(value, otherwise string) string {
	if value == "" {
		return otherwise
	}
	return value
}

func main() {
	if baseURL == "" || apiKey == "" {
		log.Fatal("Set SVC_BASE_URL and SVC_API_KEY.")
	}
	http.HandleFunc("/login", login)
	http.HandleFunc("/api/embed-session", embedSession)
	log.Fatal(http.ListenAndServe("localhost:"+port, nil))
}
