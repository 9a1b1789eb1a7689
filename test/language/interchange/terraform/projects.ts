/** Projects for the tests of Terraform, random ones, and what imports of them say. */
import fc from 'fast-check';
import { importTerraform } from '../../../../language/src/interchange/terraform/terraform.ts';
import type { Model } from '../../../../language/src/model/model.ts';
import { relationLines } from '../fixture.ts';

/** Makes files of texts by their names. */
export const filesOf = (texts: Readonly<Record<string, string>>) =>
  Object.entries(texts).map(([name, text]) => ({ name, uri: `test:/${name}`, text }));

/** Imports what must yield a model. */
export function imported(texts: Readonly<Record<string, string>>): Model {
  const { value, findings } = importTerraform(filesOf(texts));
  if (value === undefined) throw new Error(findings.map(({ message }) => message).join('\n'));
  return value.model;
}

/** The orders between resources, without quotes. */
export const orders = (model: Model): string[] =>
  relationLines(model)
    .filter((line) => line.includes(' destroyed after '))
    .map((line) => line.replaceAll("'", ''));

/** Returns the messages of an import. */
export const sentences = (texts: Readonly<Record<string, string>>): string[] =>
  importTerraform(filesOf(texts)).findings.map(({ message }) => message);

/** A project with everything. */
export const shop = {
  'main.tf': `
terraform { required_providers { aws = { source = "hashicorp/aws" } } }
variable "zones" { default = ["a", "b"] }
variable "web_count" {
  default = 2
}
locals {
  tag    = "net-\${aws_vpc.main.id}" # a comment
  script = <<-EOT
    #!/bin/sh
    echo \${aws_db.main.host} $\${escaped}
  EOT
}
provider "kube" { host = aws_cluster.main.host }
resource "aws_vpc" "main" {
  cidr_block = "10.0.0.0/16"
}
data "aws_ami" "linux" {
  filter { values = [aws_vpc.main.id] }
}
module "net" {
  source   = "./modules/net"
  for_each = toset(var.zones)
  tag      = local.tag
}
resource "aws_web" "web" {
  count   = var.web_count
  image   = data.aws_ami.linux.id
  subnet  = module.net["a"].subnet
  script  = local.script
  lifecycle { create_before_destroy = true }
  provisioner "local-exec" {
    when    = destroy
    command = "drain \${self.id}"
  }
}
resource "aws_db" "main" {
  depends_on = [module.net]
  lifecycle { prevent_destroy = true }
}
resource "aws_cluster" "main" { size = length(aws_db.main.hosts) }
resource "kube_pod" "app" {
  name = "app"
}
moved {
  from = aws_web.old
  to   = aws_web.web
}
import {
  to = aws_vpc.main
  id = "vpc-1"
}
`,
  'modules/net/net.tf': `
variable "tag" {}
resource "aws_subnet" "a" { tag = var.tag }
resource "aws_route" "a" { subnet = aws_subnet.a.id }
output "subnet" {
  value = aws_subnet.a.id
}
`,
};

/** A random project: who refers to whom, and how; a resource only refers to earlier ones. */
export const randomProjects = fc.array(
  fc.record({
    inModule: fc.boolean(),
    count: fc.constantFrom(0, 0, 1, 2),
    refers: fc.array(
      fc.record({ to: fc.nat({ max: 7 }), how: fc.constantFrom('plain', 'local', 'depends_on', 'text') }),
      {
        maxLength: 3,
      },
    ),
  }),
  { minLength: 2, maxLength: 8 },
);

/** A random project of the kind above. */
export type RandomProject = typeof randomProjects extends fc.Arbitrary<infer T> ? T : never;
