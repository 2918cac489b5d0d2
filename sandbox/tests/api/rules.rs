//! The rules of the description about values: lengths, types, null, pages, dates.

use serde_json::{Value, json};

use crate::support::{ADMIN, HOUR_MS, Sandbox, USER, raw_request, text};

const SEVEN: &str = "/api/v1/deployments/7";
const BUILD: &str = "/build/api/v1/deployments/7";

async fn put(sandbox: &Sandbox, status: u16, path: &str, body: Value) -> Value {
    sandbox
        .expect(status, ADMIN, "PUT", &format!("{SEVEN}{path}"), Some(body))
        .await
}

#[tokio::test]
async fn error_400_a_name_by_default_is_not_longer_than_255_characters() {
    let sandbox = Sandbox::start().await;
    let (long, longest) = ("x".repeat(256), "x".repeat(255));
    let refused = put(
        &sandbox,
        400,
        &format!("/reports/by-public-id/{long}"),
        json!({}),
    )
    .await;
    assert!(text(&refused, "error").starts_with("name is required"));
    let named = put(
        &sandbox,
        201,
        &format!("/reports/by-public-id/{long}"),
        json!({ "title": "T" }),
    )
    .await;
    assert_eq!(named["name"], "T");
    let fits = put(
        &sandbox,
        201,
        &format!("/reports/by-public-id/{longest}"),
        json!({}),
    )
    .await;
    assert_eq!(fits["name"], longest);
}

#[tokio::test]
async fn widgets_have_the_described_types_and_integer_positions() {
    let sandbox = Sandbox::start().await;
    let path = "/workbooks/by-slug/typed";
    let right =
        json!({ "id": "w", "type": "TEXT", "position": { "x": 0, "y": 0, "w": 1, "h": 1 } });
    let with = |change: fn(&mut Value)| {
        let mut widget = right.clone();
        change(&mut widget);
        widget
    };
    for (widget, named) in [
        (with(|widget| widget["type"] = json!("PICTURE")), "type"),
        (with(|widget| widget["type"] = Value::Null), "type"),
        (
            with(|widget| widget["position"]["x"] = json!(1.5)),
            "position.x",
        ),
        (
            with(|widget| widget["position"]["w"] = json!("1")),
            "position.w",
        ),
        (
            with(|widget| drop(widget["position"].as_object_mut().unwrap().remove("h"))),
            "position.h",
        ),
        (
            with(|widget| drop(widget.as_object_mut().unwrap().remove("position"))),
            "position",
        ),
        (with(|widget| widget["config"] = json!("x")), "config"),
        (
            with(|widget| widget["responsiveLayouts"] = json!({ "lg": { "x": 0 } })),
            "responsiveLayouts.lg",
        ),
        (json!(7), "widgets[0]"),
    ] {
        for field in ["dashboardDraft", "dashboardPublished"] {
            let body = json!({ field: { "widgets": [widget] } });
            let refused = put(&sandbox, 400, path, body).await;
            let message = text(&refused, "error");
            assert!(
                message.starts_with(&format!("{field}.widgets[0]")),
                "{message}"
            );
            assert!(message.contains(named), "{message}");
        }
    }
    for kind in [
        "CHART",
        "TEXT",
        "FILTER",
        "AI",
        "TIME_GRAIN",
        "FIELD",
        "PARENT",
        "SPACER",
        "DIVIDER",
        "CONTAINER",
        "TABS_CONTAINER",
    ] {
        let mut widget = right.clone();
        widget["type"] = json!(kind);
        widget["style"] = Value::Null;
        widget["responsiveLayouts"] = json!({ "lg": null, "md": right["position"] });
        let body =
            json!({ "dashboardPublished": { "widgets": [widget], "title": null, "kind": null } });
        let made = sandbox
            .tenant("PUT", &format!("{SEVEN}{path}"), Some(ADMIN), Some(body))
            .await;
        assert!(made.status < 300, "{kind}: {}", made.body);
    }
    // The old type is converted and not advertised.
    let document = sandbox.get(ADMIN, "/api/v1/spec").await.to_string();
    assert!(!document.contains("TABS_CONTAINER") && !document.contains("x-legacy"));
}

#[tokio::test]
async fn stored_tabs_containers_are_converted_too() {
    let sandbox = Sandbox::seeded(|seed| {
        let tabs = json!({ "id": "tabs", "type": "TABS_CONTAINER", "position": { "x": 0, "y": 0, "w": 1, "h": 1 } });
        let config = json!({ "widgets": [tabs] });
        seed["workbooks"][0]["dashboardDraft"] = config.clone();
        seed["dashboards"][0]["config"] = config;
    })
    .await;
    let shown = put(&sandbox, 200, "/workbooks/by-slug/sales", json!({})).await;
    let path = format!("{SEVEN}/workbooks/41/duplicate");
    let clone = sandbox.expect(200, ADMIN, "POST", &path, None).await;
    for workbook in [shown, clone] {
        for config in [
            &workbook["dashboardDraft"],
            &workbook["dashboardPublished"],
            &workbook["publishedDashboard"]["config"],
        ] {
            let widget = &config["widgets"][0];
            assert_eq!(widget["type"], "CONTAINER");
            assert_eq!(widget["config"]["layout"], "tabs");
        }
    }
}

/// 1.0 and 1 are the same whole number in JSON Schema and in JavaScript.
#[tokio::test]
async fn a_whole_number_may_be_written_with_a_fraction_of_zero() {
    let sandbox = Sandbox::start().await;
    let moved = put(
        &sandbox,
        200,
        "/workbooks/by-slug/sales",
        json!({ "folderId": 22.0 }),
    )
    .await;
    assert_eq!(moved["folderId"], 22);
    put(
        &sandbox,
        400,
        "/workbooks/by-slug/sales",
        json!({ "folderId": 22.5 }),
    )
    .await;
}

#[tokio::test]
async fn the_fields_of_workbooks_and_reports_have_the_described_types() {
    let sandbox = Sandbox::start().await;
    for (path, body, named) in [
        ("/workbooks/by-slug/w", json!({ "meta": [] }), "meta"),
        ("/workbooks/by-slug/w", json!({ "meta": "x" }), "meta"),
        (
            "/workbooks/by-slug/w",
            json!({ "calculatedFields": [1] }),
            "calculatedFields",
        ),
        (
            "/workbooks/by-slug/w",
            json!({ "dashboardDraft": { "layout": { "margin": ["1"] } } }),
            "dashboardDraft.layout.margin[0]",
        ),
        (
            "/workbooks/by-slug/w",
            json!({ "dashboardDraft": { "app": { "files": { "a": 1 } } } }),
            "dashboardDraft.app.files.a",
        ),
        (
            "/workbooks/by-slug/w",
            json!({ "dashboardDraft": { "kind": "OTHER" } }),
            "dashboardDraft.kind",
        ),
        (
            "/workbooks/by-slug/w",
            json!({ "folderId": "21" }),
            "folderId",
        ),
        ("/reports/by-public-id/r", json!({ "kind": "pie" }), "kind"),
        ("/reports/by-public-id/r", json!({ "spec": 5 }), "spec"),
        (
            "/reports/by-public-id/r",
            json!({ "fillMissingRows": {} }),
            "fillMissingRows.member",
        ),
        (
            "/reports/by-public-id/r",
            json!({ "periodComparisons": [{ "measure": "m" }] }),
            "periodComparisons[0]",
        ),
        (
            "/reports/by-public-id/r",
            json!({ "preferences": { "columnFormats": { "c": { "type": "date" } } } }),
            "preferences.columnFormats.c.type",
        ),
    ] {
        let refused = put(&sandbox, 400, path, body).await;
        let message = text(&refused, "error");
        assert!(message.starts_with(named), "{named}: {message}");
    }
}

#[tokio::test]
async fn null_clears_what_may_be_null() {
    let sandbox = Sandbox::start().await;
    let moved = put(
        &sandbox,
        200,
        "/workbooks/by-slug/sales",
        json!({ "folderId": null }),
    )
    .await;
    assert_eq!(
        (&moved["folderId"], &moved["name"]),
        (&Value::Null, &json!("Sales"))
    );
    assert!(moved["dashboardDraft"].is_object());
    let cleared = put(
        &sandbox,
        200,
        "/workbooks/by-slug/sales",
        json!({ "dashboardDraft": null }),
    )
    .await;
    assert_eq!(cleared["dashboardDraft"], Value::Null);
    let report = put(
        &sandbox,
        200,
        "/reports/by-public-id/revenue",
        json!({ "workbookId": null, "folderId": null, "kind": null }),
    )
    .await;
    for name in ["workbookId", "folderId", "kind"] {
        assert_eq!(report[name], Value::Null, "{name}");
    }
    let path = "/api/v1/users/2";
    let body = json!({ "firstName": null, "picture": null });
    let user = sandbox.expect(200, ADMIN, "PUT", path, Some(body)).await;
    assert_eq!(
        (&user["firstName"], &user["lastName"]),
        (&Value::Null, &json!("Builder"))
    );
    for body in [
        json!({ "active": null }),
        json!({ "active": "no" }),
        json!({ "permissions": "x" }),
        json!({ "email": "" }),
    ] {
        sandbox.expect(400, ADMIN, "PUT", path, Some(body)).await;
    }
}

#[tokio::test]
async fn a_placement_of_another_report_is_refused() {
    let sandbox = Sandbox::start().await;
    let place = json!({ "externalWorkbookId": "book", "sheetName": "S", "anchorCell": "A1" });
    let made = put(&sandbox, 200, "/reports/31/connect-workbook", place).await;
    let id = made["placements"][0]["id"].clone();
    let stolen = json!({ "placementId": id, "anchorCell": "Z9" });
    put(
        &sandbox,
        409,
        "/reports/32/connect-workbook",
        stolen.clone(),
    )
    .await;
    put(&sandbox, 404, "/reports/32/refresh", stolen.clone()).await;
    let own = put(&sandbox, 200, "/reports/31/connect-workbook", stolen).await;
    assert_eq!(own["placements"][0]["anchorCell"], "Z9");
}

#[tokio::test]
async fn cursor_lists_still_read_the_deprecated_parameters_and_say_where_they_are() {
    let sandbox = Sandbox::start().await;
    let same = |item: &Value| (item["id"].clone(), item["container"].clone());
    for path in [format!("{SEVEN}/reports"), format!("{SEVEN}/logs")] {
        let all = sandbox.get(ADMIN, &path).await;
        let total = all["count"].as_i64().unwrap();
        let page = sandbox
            .get(ADMIN, &format!("{path}?offset=1&limit=2"))
            .await;
        assert_eq!(
            page["pagination"],
            json!({ "offset": 1, "limit": 2, "total": total })
        );
        assert_eq!(same(&page["data"][0]), same(&all["items"][1]));
        assert_eq!(page["items"], page["data"]);
        assert_eq!(page["pageInfo"]["hasPreviousPage"], true);
        // A cursor of such a page goes on after it.
        let after = text(&page["pageInfo"], "endCursor");
        let next = sandbox
            .get(ADMIN, &format!("{path}?first=1&after={after}"))
            .await;
        assert_eq!(same(&next["items"][0]), same(&all["items"][3]), "{path}");
        assert_eq!(
            next["pagination"],
            json!({ "offset": 3, "limit": 1, "total": total })
        );
        // Those of cursors take precedence.
        let mixed = sandbox
            .get(ADMIN, &format!("{path}?first=1&offset=2&limit=3"))
            .await;
        assert_eq!(
            mixed["pagination"],
            json!({ "offset": 0, "limit": 1, "total": total })
        );
    }
}

#[tokio::test]
async fn expires_in_is_any_number_of_seconds() {
    let sandbox = Sandbox::start().await;
    let path = format!("{SEVEN}/environments/1/tokens-for-meta-sync");
    let issue = async |seconds: Value, status: u16| {
        let body = json!({ "security_context": {}, "expires_in": seconds });
        sandbox
            .expect(status, ADMIN, "POST", &path, Some(body))
            .await
    };
    let at = |made: &Value, name: &str| {
        made["data"][name]
            .as_str()
            .unwrap()
            .parse::<jiff::Timestamp>()
            .unwrap()
            .as_millisecond()
    };
    for (seconds, lifetime) in [
        (json!(1.5), 1_500),
        (json!(1), 1_000),
        (json!(0.001), 1),
        (json!(4_000_000_000_i64), 4_000_000_000_000),
    ] {
        let made = issue(seconds, 200).await;
        assert_eq!(at(&made, "expires_at") - at(&made, "created_at"), lifetime);
    }
    for huge in [json!(1e300), json!(9_007_199_254_740_991_i64)] {
        let made = issue(huge, 200).await;
        assert!(text(&made["data"], "expires_at").starts_with("9999-"));
    }
    for wrong in [json!(0), json!(-1), json!("60"), json!(null)] {
        issue(wrong, 400).await;
    }
    let short = text(&issue(json!(1.5), 200).await["data"], "token");
    sandbox.get(&short, "/svc-api/v1/7/1/meta").await;
    sandbox.advance(HOUR_MS).await;
    sandbox
        .expect(401, &short, "GET", "/svc-api/v1/7/1/meta", None)
        .await;
}

#[tokio::test]
async fn a_staging_environment_stays_staging_in_dev_mode() {
    let sandbox = Sandbox::start().await;
    let staging = Some(json!({ "enabled": true, "branchName": "release" }));
    sandbox
        .expect(
            200,
            USER,
            "PUT",
            &format!("{BUILD}/branches/staging-environment"),
            staging,
        )
        .await;
    let dev = Some(json!({ "branchName": "release" }));
    sandbox
        .expect(200, USER, "POST", &format!("{BUILD}/dev-mode"), dev)
        .await;
    for key in [USER, ADMIN] {
        let list = sandbox
            .get(key, &format!("{SEVEN}/environments?type=staging"))
            .await;
        assert_eq!(list["data"]["environments"][0]["name"], "release");
        assert_eq!(list["pagination"]["total"], 1);
    }
}

#[tokio::test]
async fn dates_of_the_audit_log_include_their_last_day() {
    let sandbox = Sandbox::start().await;
    for (query, count) in [
        ("end=2026-01-05", 1),
        ("end=2026-01-04", 0),
        ("start=2026-01-05&end=2026-01-05", 1),
        ("end=2026-01-05T08:59:59Z", 0),
        ("end=2026-01-05T09:00:00", 1),
        ("start=2026-01-05T09:00:00.001Z", 0),
        ("start=2026-01-05T10:00:00%2B01:00&end=2026-01-05", 1),
        ("start=0001-01-01&end=9999-12-31", 1),
    ] {
        let path = format!("/api/v1/audit-logs/export?{query}");
        let log = sandbox.tenant("GET", &path, Some(ADMIN), None).await;
        assert_eq!(log.status, 200, "{}", log.body);
        assert_eq!(log.body.lines().count() - 1, count, "{query}");
    }
}

#[tokio::test]
async fn an_attribute_has_one_of_five_types_and_keeps_it_while_it_has_values() {
    let sandbox = Sandbox::start().await;
    let path = "/api/v1/user-attributes/";
    let made = sandbox
        .expect(201, ADMIN, "POST", path, Some(json!({ "name": "team" })))
        .await;
    assert_eq!(made["type"], "string");
    let one = format!("{path}{}", made["id"]);
    let kept = sandbox
        .expect(200, ADMIN, "PUT", &one, Some(json!({ "name": "Team" })))
        .await;
    assert_eq!(
        (&kept["type"], &kept["name"]),
        (&json!("string"), &json!("Team"))
    );
    for wrong in [json!("date"), json!(7), Value::Null] {
        sandbox
            .expect(400, ADMIN, "POST", path, Some(json!({ "type": wrong })))
            .await;
    }
    let set =
        |value: Value| Some(json!({ "userId": 2, "attributeId": made["id"], "value": value }));
    let values = "/api/v1/user-attribute-values/";
    sandbox
        .expect(400, ADMIN, "POST", values, set(json!(7)))
        .await;
    sandbox
        .expect(200, ADMIN, "POST", values, set(json!("north")))
        .await;
    let other = Some(json!({ "type": "number" }));
    sandbox.expect(409, ADMIN, "PUT", &one, other).await;
}

#[tokio::test]
async fn a_clone_re_points_reports_in_texts_too_and_names_none_outside_itself() {
    let sandbox = Sandbox::seeded(|seed| {
        let widget = |id: &str, config: Value| json!({ "id": id, "type": "CHART", "position": { "x": 0, "y": 0, "w": 1, "h": 1 }, "config": config });
        let config = json!({ "widgets": [
            widget("text", json!({ "reportId": "31", "reportIds": ["32", 33] })),
            widget("elsewhere", json!({ "sourceReportId": 34 })),
            widget("gone", json!({ "reportId": 999, "reportIds": [998, 31] })),
        ] });
        seed["workbooks"][0]["dashboardDraft"] = config.clone();
        seed["dashboards"][0]["config"] = config;
        seed["reports"][0]["meta"] = json!({ "comparedWith": { "reportId": 32 } });
    })
    .await;
    let path = format!("{SEVEN}/workbooks/41/duplicate");
    let clone = sandbox.expect(200, ADMIN, "POST", &path, None).await;
    let list = sandbox
        .get(ADMIN, &format!("{SEVEN}/reports?first=100"))
        .await;
    let own: Vec<&Value> = list["items"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|report| report["workbookId"] == clone["id"])
        .collect();
    let copy_of =
        |name: &str| own.iter().find(|report| report["name"] == name).unwrap()["id"].clone();
    let in_text = |id: &Value| json!(id.to_string());
    for config in [
        &clone["dashboardDraft"],
        &clone["publishedDashboard"]["config"],
    ] {
        let at = |n: usize| &config["widgets"][n]["config"];
        assert_eq!(at(0)["reportId"], in_text(&copy_of("Revenue")));
        assert_eq!(
            at(0)["reportIds"],
            json!([
                in_text(&copy_of("Revenue by category")),
                copy_of("Forecast")
            ])
        );
        // A report of another workbook was copied, and one that does not exist is named no longer.
        assert_eq!(at(1)["sourceReportId"], copy_of("Scratch"));
        assert_eq!(
            at(2),
            &json!({ "reportId": null, "reportIds": [copy_of("Revenue")] })
        );
    }
    let revenue = own
        .iter()
        .find(|report| report["name"] == "Revenue")
        .unwrap();
    assert_eq!(
        revenue["meta"]["comparedWith"]["reportId"],
        copy_of("Revenue by category")
    );
    // Ben owns the report of the other workbook, so he gets a copy of it.
    let ben = sandbox.expect(200, USER, "POST", &path, None).await;
    assert!(ben["dashboardDraft"]["widgets"][1]["config"]["sourceReportId"].is_i64());
}

/// A clone is no way to a report that the caller may not read.
#[tokio::test]
async fn a_clone_takes_no_report_that_the_caller_may_not_read() {
    let sandbox = Sandbox::seeded(|seed| {
        let secret = json!({ "id": 90, "deploymentId": 7, "publicId": "secret", "name": "Secret",
                             "userId": 1, "sqlQuery": "SELECT secret" });
        seed["reports"].as_array_mut().unwrap().push(secret);
        let widget = json!({ "id": "s", "type": "CHART", "config": { "reportId": 90 },
                             "position": { "x": 0, "y": 0, "w": 1, "h": 1 } });
        let config = json!({ "widgets": [widget] });
        seed["workbooks"][0]["dashboardDraft"] = config.clone();
        seed["dashboards"][0]["config"] = config;
    })
    .await;
    let path = format!("{SEVEN}/workbooks/41/duplicate");
    let clone = sandbox.expect(200, USER, "POST", &path, None).await;
    for config in [
        &clone["dashboardDraft"],
        &clone["publishedDashboard"]["config"],
    ] {
        assert_eq!(config["widgets"][0]["config"], json!({ "reportId": null }));
    }
    let reports = sandbox
        .get(USER, &format!("{SEVEN}/reports?first=100"))
        .await;
    assert!(!reports.to_string().contains("SELECT secret"));
    let clone = sandbox.expect(200, ADMIN, "POST", &path, None).await;
    assert!(clone["dashboardDraft"]["widgets"][0]["config"]["reportId"].is_i64());
}

#[tokio::test]
async fn an_upload_takes_chunks_and_forms_with_text_of_several_bytes() {
    let sandbox = Sandbox::start().await;
    sandbox
        .expect(200, USER, "POST", &format!("{BUILD}/dev-mode"), None)
        .await;
    let start = format!("{BUILD}/data-model/upload/start");
    let upload = text(
        &sandbox.expect(201, USER, "POST", &start, None).await,
        "uploadId",
    );
    let send = async |query: &str, media_type: &str, headers: &[(&str, &str)], body: &[u8]| {
        let path = format!("{BUILD}/data-model/upload/file{query}");
        let bearer = format!("Bearer {USER}");
        let mut all = vec![
            ("Authorization", bearer.as_str()),
            ("Content-Type", media_type),
        ];
        all.extend(headers);
        raw_request(&sandbox.running.tenant, "POST", &path, &all, body).await
    };
    // Each byte is a chunk of its own, so each chunk ends in the middle of a character.
    let content = "name: größe – 数\n";
    let query = format!("?uploadId={upload}&path=model/bytes.yml");
    for byte in content.as_bytes() {
        let answer = send(&query, "application/octet-stream", &[], &[*byte]).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
    }
    // In the chunks of HTTP, the same.
    let (head, tail) = content.as_bytes().split_at(9);
    let chunk =
        |bytes: &[u8]| [format!("{:x}\r\n", bytes.len()).as_bytes(), bytes, b"\r\n"].concat();
    let body = [chunk(head), chunk(tail), b"0\r\n\r\n".to_vec()].concat();
    let query = format!("?uploadId={upload}&path=model/http.yml");
    let answer = send(
        &query,
        "text/plain",
        &[("Transfer-Encoding", "chunked")],
        &body,
    )
    .await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    // And as a form.
    let form = format!(
        "--b\r\nContent-Disposition: form-data; name=\"uploadId\"\r\n\r\n{upload}\r\n\
         --b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"model/form.yml\"\r\n\
         Content-Type: text/yaml\r\n\r\n{content}\r\n--b--\r\n"
    );
    let answer = send("", "multipart/form-data; boundary=b", &[], form.as_bytes()).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    assert_eq!(answer.json()["size"], content.len());
    let broken = send("", "multipart/form-data; boundary=b", &[], b"--b").await;
    assert_eq!(broken.status, 400);
    let end = Some(json!({ "uploadId": upload }));
    let done = sandbox
        .expect(
            200,
            USER,
            "POST",
            &format!("{BUILD}/data-model/upload/finish"),
            end,
        )
        .await;
    assert_eq!(done["files"], 3);
    let files = sandbox
        .get(USER, &format!("{BUILD}/data-model/files"))
        .await;
    for name in ["bytes", "http", "form"] {
        let path = format!("model/{name}.yml");
        let file = files["items"]
            .as_array()
            .unwrap()
            .iter()
            .find(|file| file["path"] == path);
        assert_eq!(file.unwrap()["content"], content, "{name}");
    }
    // A file that is not text is refused at the end of the upload, when all of it is there.
    let upload = text(
        &sandbox.expect(201, USER, "POST", &start, None).await,
        "uploadId",
    );
    let query = format!("?uploadId={upload}&path=model/bad.yml");
    assert_eq!(send(&query, "text/plain", &[], b"\xff").await.status, 200);
    let end = Some(json!({ "uploadId": upload }));
    sandbox
        .expect(
            400,
            USER,
            "POST",
            &format!("{BUILD}/data-model/upload/finish"),
            end,
        )
        .await;
}

#[tokio::test]
async fn a_dashboard_is_a_draft_published_or_archived() {
    let sandbox = Sandbox::start().await;
    let viewer = sandbox.embed(json!({ "embedTenantName": "acme" })).await;
    let page = "/embed/api/dashboards/sales-overview";
    for status in ["archived", "draft"] {
        let workbook = put(
            &sandbox,
            200,
            "/workbooks/by-slug/sales",
            json!({ "dashboardStatus": status }),
        )
        .await;
        assert_eq!(workbook["publishedDashboard"], Value::Null);
        assert_eq!(workbook["dashboardPublished"], Value::Null);
        let on = Some(json!({ "allowEmbed": true }));
        let shown = sandbox
            .expect(
                200,
                ADMIN,
                "PATCH",
                "/api/v1/embed/dashboard/sales-overview",
                on,
            )
            .await;
        assert_eq!(shown["status"], status);
        sandbox.expect(404, &viewer, "GET", page, None).await;
        let export = Some(json!({ "dashboardPublicId": "sales-overview" }));
        sandbox
            .expect(
                404,
                ADMIN,
                "POST",
                &format!("{SEVEN}/dashboard-exports"),
                export,
            )
            .await;
    }
    let workbook = put(
        &sandbox,
        200,
        "/workbooks/by-slug/sales",
        json!({ "dashboardStatus": "published" }),
    )
    .await;
    assert_eq!(workbook["publishedDashboard"]["status"], "published");
    sandbox.get(&viewer, page).await;
    put(
        &sandbox,
        400,
        "/workbooks/by-slug/sales",
        json!({ "dashboardStatus": "hidden" }),
    )
    .await;
    // A workbook without a dashboard gets one from its draft.
    put(
        &sandbox,
        400,
        "/workbooks/by-slug/notes",
        json!({ "dashboardStatus": "draft" }),
    )
    .await;
    let made = json!({ "dashboardDraft": { "title": "Soon" }, "dashboardStatus": "draft" });
    let made = put(&sandbox, 200, "/workbooks/by-slug/notes", made).await;
    assert_eq!(made["publishedDashboard"], Value::Null);
    let out = put(
        &sandbox,
        200,
        "/workbooks/by-slug/notes",
        json!({ "dashboardStatus": "published" }),
    )
    .await;
    assert_eq!(out["publishedDashboard"]["title"], "Soon");
}

#[tokio::test]
async fn a_query_is_of_the_described_types() {
    let sandbox = Sandbox::start().await;
    for path in [
        "/api/v1/deployments?limit=",
        "/api/v1/deployments?limit=1.5",
        "/api/v1/deployments?limit=1&limit=2",
        "/api/v1/deployments/7/reports?folderId=x",
        "/api/v1/deployments/7/environments?type=",
        "/api/v1/audit-logs/export?start=2026-13-01",
    ] {
        sandbox.expect(400, ADMIN, "GET", path, None).await;
    }
    let path = format!("{BUILD}/branches?branchName=release&removeOnUpstream=maybe");
    sandbox.expect(400, ADMIN, "DELETE", &path, None).await;
}

#[tokio::test]
async fn a_workbook_is_created_or_updated_by_its_slug() {
    let sandbox = Sandbox::start().await;
    let path = "/workbooks/by-slug/forecast";
    let made = put(&sandbox, 201, path, json!({ "name": "Forecast" })).await;
    assert_eq!(
        (&made["slug"], &made["type"]),
        (&json!("forecast"), &json!("WORKBOOK"))
    );
    let changed = put(&sandbox, 200, path, json!({ "name": "Outlook" })).await;
    assert_eq!(
        (&changed["id"], &changed["name"]),
        (&made["id"], &json!("Outlook"))
    );
}

#[tokio::test]
async fn a_deployment_is_created_with_the_described_values_alone() {
    let sandbox = Sandbox::start().await;
    let create = async |status, name: &str, value: &str| {
        let body = json!({ "name": "Made", name: value });
        let path = "/build/api/v1/deployments/";
        sandbox
            .expect(status, ADMIN, "POST", path, Some(body))
            .await
    };
    for (name, values) in [
        ("cloudProvider", ["svccloud", "aws", "gcp"].as_slice()),
        ("creationMethod", &["upload", "svccloud", "github", "ssh"]),
        ("deployMode", &["git", "cli"]),
    ] {
        for value in values {
            create(201, name, value).await;
        }
        create(400, name, "another").await;
    }
}

#[tokio::test]
async fn an_unscoped_key_works_for_every_deployment() {
    let sandbox = Sandbox::start().await;
    let all = sandbox.get(ADMIN, "/api/v1/deployments").await;
    let ids = all["data"]["deployments"].as_array().unwrap();
    assert!(ids.len() > 1);
    for deployment in ids {
        let path = format!("/api/v1/deployments/{}/settings", text(deployment, "id"));
        let settings = sandbox.get(ADMIN, &path).await;
        assert_eq!(settings["name"], deployment["name"]);
    }
}

#[tokio::test]
async fn environment_variables_are_set_and_listed_page_by_page() {
    let sandbox = Sandbox::start().await;
    let path = format!("{SEVEN}/env-vars");
    let items = ["A_FIRST", "A_SECOND", "A_THIRD"];
    let items = items.map(|name| json!({ "name": name, "value": "1" }));
    put(&sandbox, 200, "/env-vars", json!({ "items": items })).await;
    let mut names = Vec::new();
    let mut after = String::new();
    loop {
        let page = sandbox.get(ADMIN, &format!("{path}?first=2{after}")).await;
        let found = page["items"].as_array().unwrap();
        assert!(found.len() <= 2);
        names.extend(found.iter().map(|item| text(item, "name")));
        if page["pageInfo"]["hasNextPage"] == false {
            break;
        }
        after = format!("&after={}", text(&page["pageInfo"], "endCursor"));
    }
    for name in ["A_FIRST", "A_SECOND", "A_THIRD"] {
        assert_eq!(names.iter().filter(|found| *found == name).count(), 1);
    }
}

#[tokio::test]
async fn a_sync_writes_to_a_branch_by_default() {
    let sandbox = Sandbox::start().await;
    let path = format!("{SEVEN}/transform-sync");
    let body = json!({ "branchName": "from-sync", "ref": "v1", "source": "git" });
    let started = sandbox.expect(201, ADMIN, "POST", &path, Some(body)).await;
    assert_eq!(started["branchName"], "from-sync");
    assert!(!text(&started, "workflowId").is_empty());
    let job = format!("{path}/{}", text(&started, "syncJobId"));
    assert_eq!(sandbox.get(ADMIN, &job).await["output"], "branch");
    sandbox.advance(HOUR_MS).await;
    let branches = sandbox.get(ADMIN, &format!("{BUILD}/branches")).await;
    let branches = branches["items"].as_array().unwrap();
    assert!(branches.iter().any(|branch| branch["name"] == "from-sync"));
    for (body, status) in [
        (json!({ "output": "nowhere" }), 400),
        (json!({ "source": "ftp" }), 400),
        (json!({ "source": "manifest" }), 400),
        (json!({ "source": "manifest", "manifest": {} }), 201),
    ] {
        sandbox
            .expect(status, ADMIN, "POST", &path, Some(body))
            .await;
    }
}

#[tokio::test]
async fn the_build_state_and_the_pods_are_told() {
    let sandbox = Sandbox::start().await;
    let state = sandbox.get(ADMIN, &format!("{SEVEN}/build-status")).await;
    assert!(!text(&state, "status").is_empty());
    let pods = sandbox.get(ADMIN, &format!("{SEVEN}/pods")).await;
    assert!(!pods["items"].as_array().unwrap().is_empty());
}

#[tokio::test]
async fn a_folder_path_is_the_chain_of_ancestors() {
    let sandbox = Sandbox::seeded(|seed| {
        let folders = seed["folders"].as_array_mut().unwrap();
        folders.push(json!({ "id": 91, "deploymentId": 7, "name": "Outer", "userId": 1 }));
        folders.push(
            json!({ "id": 92, "deploymentId": 7, "name": "Inner", "userId": 1, "parentId": 91 }),
        );
    })
    .await;
    let path = "/workbooks/by-slug/deep";
    let made = put(
        &sandbox,
        201,
        path,
        json!({ "name": "Deep", "folderId": 92 }),
    )
    .await;
    assert_eq!(
        made["folderPath"],
        json!([{ "id": 91, "name": "Outer" }, { "id": 92, "name": "Inner" }])
    );
}

#[tokio::test]
async fn an_id_is_written_in_one_way() {
    let sandbox = Sandbox::start().await;
    for id in ["07", "+7", "7.0", "7%20", "%2B7", "-0", "\u{ff17}"] {
        let id = id.replace('\u{ff17}', "%EF%BC%97");
        for path in [
            "settings",
            "notifications",
            "reports",
            "workbooks/41/embed-access",
        ] {
            let path = format!("/api/v1/deployments/{id}/{path}");
            sandbox.expect(404, ADMIN, "GET", &path, None).await;
        }
        let path = format!("/api/v1/deployments/{id}/notifications");
        let body = json!({ "dashboardPublicId": "sales-overview" });
        sandbox.expect(404, ADMIN, "POST", &path, Some(body)).await;
    }
    let path = "/api/v1/oidc-token-configs/";
    let made = sandbox.expect(201, ADMIN, "POST", path, Some(json!({})));
    let id = made.await["id"].to_string();
    for (path, id) in [
        (path, id.as_str()),
        ("/api/scim/v2/Users/", "2"),
        ("/api/scim/v2/Groups/", "1"),
    ] {
        sandbox.get(ADMIN, &format!("{path}{id}")).await;
        for other in [format!("0{id}"), format!("+{id}"), format!("%2B{id}")] {
            let path = format!("{path}{other}");
            sandbox.expect(404, ADMIN, "GET", &path, None).await;
            sandbox.expect(404, ADMIN, "DELETE", &path, None).await;
        }
    }
}
