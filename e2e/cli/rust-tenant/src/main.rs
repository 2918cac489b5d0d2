//! Reads answers of the service with the types of its own document: `users.me`, then a page of folders.

mod tenant;
mod users;

use std::error::Error;
use std::io::stdin;

use serde_json::Value;
use tenant::{FoldersListItem, UserInput, UsersMeAnswer};

fn main() -> Result<(), Box<dyn Error>> {
    let [me, folders]: [Value; 2] = serde_json::from_reader(stdin())?;
    let me: UsersMeAnswer = serde_json::from_value(me)?;
    let folders: Vec<FoldersListItem> = serde_json::from_value(folders)?;
    let names: Vec<&str> = folders.iter().map(|folder| folder.name.as_str()).collect();
    let input: UserInput = UserInput::builder().email("new@b.example").try_into()?;
    println!("{}", me.email);
    println!("{}", names.join(", "));
    println!("{}", serde_json::to_string(&input)?);
    println!("{}", users::completed()?.parameter());
    Ok(())
}

/// The functions of the guide, as a program with a transport would call them.
#[allow(dead_code)]
async fn guide<T: svc_embed::management::client::Transport>(
    client: &svc_embed::management::Client<T>,
) -> Result<(), Box<dyn Error>> {
    let email = users::own_email(client).await?;
    users::create(client, &email).await
}
