//! How a deployment is developed: staging environments, uploads, the values of its fields.

use serde_json::json;

use crate::support::{ADMIN, BUILD, SEVEN, Sandbox, USER, raw_request, text};

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
