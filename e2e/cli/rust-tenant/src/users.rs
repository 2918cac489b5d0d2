use std::error::Error;

use serde_json::from_value;
use svc_embed::management::Client;
use svc_embed::management::client::Transport;
use svc_embed::management::models::Open;
use svc_embed::protocol::Filter;

use crate::tenant::{UserInput, UsersMeAnswer};

/// The email of the key's user.
pub async fn own_email<T: Transport>(client: &Client<T>) -> Result<String, Box<dyn Error>> {
    let me: UsersMeAnswer = from_value(client.users().me().send().await?)?;
    Ok(me.email)
}

/// Creates a user.
pub async fn create<T: Transport>(client: &Client<T>, email: &str) -> Result<(), Box<dyn Error>> {
    let user: UserInput = UserInput::builder().email(email).try_into()?;
    client.users().create(Open::of(&user)?).send().await?;
    Ok(())
}

/// A filter on a member of the data model.
pub fn completed() -> Result<Filter, svc_embed::Error> {
    Filter::equals("orders.status", "completed")
}
